;; Colonnade endorsement (alpha): the token, and nothing else.
;;
;; A SIP-009 token that cannot be transferred. The protocol contract mints one when a
;; receiver approves an endorsement, and burns it when the receiver discards it. The
;; token has the endorsement's id, so ids have gaps where endorsements were rejected or
;; are pending.
;;
;; This contract defines exactly one asset, because indexers take the first asset of
;; a contract as its token.
;;
;; Error codes: u2000 to u2099.

(impl-trait 'SP2PABAF9FTAJYNFZH93XENAJ8FVY99RRM50D2JG9.nft-trait.nft-trait)

;; The caller is not the owner of this contract.
(define-constant ERR-NOT-OWNER (err u2000))

;; Only the protocol contract may mint, burn and give notice.
(define-constant ERR-NOT-PROTOCOL (err u2001))

;; An endorsement belongs to its receiver for good.
(define-constant ERR-NOT-TRANSFERABLE (err u2002))

;; There is a token with this id already.
(define-constant ERR-ALREADY-MINTED (err u2003))

;; There is no token with this id, or its owner is another.
(define-constant ERR-NO-TOKEN (err u2004))

;; The principal is not the proposed owner.
(define-constant ERR-NOT-PROPOSED-OWNER (err u2005))

(define-non-fungible-token endorsement uint)

(define-data-var owner principal tx-sender)

(define-data-var proposed-owner (optional principal) none)

(define-data-var last-token-id uint u0)

;; The value for a devnet. A deployment replaces it with its own address.
(define-data-var base-uri (string-ascii 252) "http://127.0.0.1:4100/api/token-metadata/")

;; --- SIP-009

;; The highest id minted so far, also if its token was burned.
(define-read-only (get-last-token-id)
  (ok (var-get last-token-id)))

;; Never errs, whatever the id, because indexers drop a token without an address.
;; `{id}` stays in the address: by SIP-016 the reader puts the id there.
(define-read-only (get-token-uri (id uint))
  (ok (some (concat (var-get base-uri) "{id}"))))

(define-read-only (get-owner (id uint))
  (ok (nft-get-owner? endorsement id)))

;; Always errs. It exists because indexers recognize a SIP-009 token by it.
(define-public (transfer (id uint) (sender principal) (recipient principal))
  (ok (asserts! false ERR-NOT-TRANSFERABLE)))

;; --- For the protocol contract

;; Mints the token of an approved endorsement.
;; Prints mint: {topic, id, recipient}.
(define-public (mint (id uint) (recipient principal))
  (begin
    (try! (check-protocol))
    (unwrap! (nft-mint? endorsement id recipient) ERR-ALREADY-MINTED)
    ;; Approvals come in any order of ids.
    (and (> id (var-get last-token-id)) (var-set last-token-id id))
    (print { topic: "mint", id: id, recipient: recipient })
    (ok true)))

;; Burns the token of a discarded endorsement.
;; Prints burn: {topic, id, sender}.
(define-public (burn (id uint) (sender principal))
  (begin
    (try! (check-protocol))
    (unwrap! (nft-burn? endorsement id sender) ERR-NO-TOKEN)
    (print { topic: "burn", id: id, sender: sender })
    (ok true)))

;; Makes indexers read the metadata of one token again.
;; Prints the SIP-019 notice.
(define-public (notify-metadata (id uint))
  (begin
    (try! (check-protocol))
    (print {
      notification: "token-metadata-update",
      payload: {
        token-class: "nft",
        contract-id: current-contract,
        token-ids: (list id),
      },
    })
    (ok true)))

;; --- Owner

(define-read-only (get-contract-owner)
  (var-get owner))

;; Proposes the next owner of this contract, who becomes it by `accept-owner`. Whoever
;; proposes themselves takes the proposal back. Owner only.
;; Prints propose-owner: {topic, owner, by}.
(define-public (propose-owner (who principal))
  (begin
    (try! (check-owner))
    (var-set proposed-owner (if (is-eq who contract-caller) none (some who)))
    (print { topic: "propose-owner", owner: who, by: contract-caller })
    (ok true)))

;; Becomes the owner of this contract. The proposed owner only.
;; Prints accept-owner: {topic, owner}.
(define-public (accept-owner)
  (begin
    (asserts! (is-eq (some contract-caller) (var-get proposed-owner)) ERR-NOT-PROPOSED-OWNER)
    (var-set owner contract-caller)
    (var-set proposed-owner none)
    (print { topic: "accept-owner", owner: contract-caller })
    (ok true)))

;; Changes the address of all tokens' metadata: the base with `{id}` added. Owner only.
;; Prints set-base-uri: {topic, base-uri}, and the SIP-019 notice that makes indexers
;; read the metadata of all tokens again.
(define-public (set-base-uri (base (string-ascii 252)))
  (begin
    (try! (check-owner))
    (var-set base-uri base)
    (print { topic: "set-base-uri", base-uri: base })
    (print {
      notification: "token-metadata-update",
      payload: { token-class: "nft", contract-id: current-contract },
    })
    (ok true)))

(define-private (check-protocol)
  (ok (asserts! (is-eq contract-caller .colonnade-protocol-alpha) ERR-NOT-PROTOCOL)))

(define-private (check-owner)
  (ok (asserts! (is-eq contract-caller (var-get owner)) ERR-NOT-OWNER)))
