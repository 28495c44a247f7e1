;; Colonnade endorsement (alpha): the token, and nothing else.
;;
;; A SIP-009 token that stays with whom it was minted to. The protocol contract
;; mints one when a receiver approves an endorsement, under the endorsement's own
;; id, so ids have gaps where endorsements were rejected or still wait.
;;
;; The contract defines exactly one asset, because indexers take the first asset of
;; a contract for its token.
;;
;; Error codes: u2000 to u2099.

(impl-trait 'SP2PABAF9FTAJYNFZH93XENAJ8FVY99RRM50D2JG9.nft-trait.nft-trait)

;; The caller is not the owner of this contract.
(define-constant ERR-NOT-OWNER (err u2000))

;; Only the protocol contract may mint.
(define-constant ERR-NOT-PROTOCOL (err u2001))

;; An endorsement belongs to its receiver for good.
(define-constant ERR-NOT-TRANSFERABLE (err u2002))

;; There is a token with this id already.
(define-constant ERR-ALREADY-MINTED (err u2003))

(define-non-fungible-token endorsement uint)

(define-data-var owner principal tx-sender)

(define-data-var last-token-id uint u0)

;; Written here for a devnet; the deployment puts its own address in.
(define-data-var base-uri (string-ascii 252) "http://127.0.0.1:4100/api/token-metadata/")

;; --- SIP-009

;; The highest id minted so far.
(define-read-only (get-last-token-id)
  (ok (var-get last-token-id)))

;; Never errs, whatever the id: indexers drop a token whose address they fail to
;; read. `{id}` stays in the address, for SIP-016 has the reader put the id there.
(define-read-only (get-token-uri (id uint))
  (ok (some (concat (var-get base-uri) "{id}"))))

(define-read-only (get-owner (id uint))
  (ok (nft-get-owner? endorsement id)))

;; Always errs. It is here because indexers recognise a SIP-009 token by it.
(define-public (transfer (id uint) (sender principal) (recipient principal))
  (ok (asserts! false ERR-NOT-TRANSFERABLE)))

;; --- Minting

;; Mints the token of an approved endorsement; the protocol contract only.
;; Prints mint: {topic, id, recipient}.
(define-public (mint (id uint) (recipient principal))
  (begin
    (asserts! (is-eq contract-caller .colonnade-protocol-alpha) ERR-NOT-PROTOCOL)
    (unwrap! (nft-mint? endorsement id recipient) ERR-ALREADY-MINTED)
    ;; Receivers approve in any order.
    (and (> id (var-get last-token-id)) (var-set last-token-id id))
    (print { topic: "mint", id: id, recipient: recipient })
    (ok true)))

;; --- Owner

(define-read-only (get-contract-owner)
  (var-get owner))

;; Hands this contract over to another principal; the owner only.
;; Prints set-owner: {topic, owner}.
(define-public (set-owner (new-owner principal))
  (begin
    (try! (check-owner))
    (var-set owner new-owner)
    (print { topic: "set-owner", owner: new-owner })
    (ok true)))

;; Changes where the metadata of every token stands: `{id}` is added to the base.
;; The owner only. Prints set-base-uri: {topic, base-uri}, and the SIP-019 notice
;; that has indexers read the metadata of all tokens again.
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

(define-private (check-owner)
  (ok (asserts! (is-eq contract-caller (var-get owner)) ERR-NOT-OWNER)))
