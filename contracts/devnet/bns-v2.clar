;; Stand-in for BNS-V2 on a devnet and in tests.
;;
;; Its read-only functions have the shapes and error codes of BNS-V2 on mainnet, as
;; far as Colonnade and wallets call them. `peers/bns-stand-in.test.ts` compares the
;; two. Its public functions exist only here: they let the deployer give, move and
;; expire names. It is never deployed to a public network.

;; The caller is not the deployer of this stand-in.
(define-constant ERR-NOT-AUTHORIZED (err u102))

;; Nobody owns this name.
(define-constant ERR-NO-NAME (err u106))

;; Somebody owns this name already.
(define-constant ERR-NAME-NOT-AVAILABLE (err u118))

;; The principal owns no name.
(define-constant ERR-NO-PRIMARY-NAME (err u131))

(define-constant DEPLOYER tx-sender)

;; A name that never needs renewal has this renewal height, as in BNS-V2.
(define-constant NEVER u0)

(define-non-fungible-token BNS-V2 uint)

(define-data-var last-id uint u0)

(define-map ids { name: (buff 48), namespace: (buff 20) } uint)

(define-map names uint { name: (buff 48), namespace: (buff 20) })

;; The burn block height from which the name is expired.
(define-map renewals uint uint)

(define-map primary-names principal uint)

;; --- Functions of BNS-V2

(define-read-only (get-last-token-id)
  (ok (var-get last-id)))

(define-read-only (get-id-from-bns (name (buff 48)) (namespace (buff 20)))
  (map-get? ids { name: name, namespace: namespace }))

(define-read-only (get-bns-from-id (id uint))
  (map-get? names id))

(define-read-only (get-owner (id uint))
  (ok (nft-get-owner? BNS-V2 id)))

(define-read-only (get-owner-name (name (buff 48)) (namespace (buff 20)))
  (ok (nft-get-owner? BNS-V2 (unwrap! (get-id-from-bns name namespace) ERR-NO-NAME))))

;; Like BNS-V2, this returns an expired name, too. The caller compares `renewal` with
;; the burn block height.
(define-read-only (can-resolve-name (namespace (buff 20)) (name (buff 48)))
  (let ((id (unwrap! (get-id-from-bns name namespace) ERR-NO-NAME)))
    (ok {
      renewal: (default-to NEVER (map-get? renewals id)),
      owner: (unwrap! (nft-get-owner? BNS-V2 id) ERR-NO-NAME),
    })))

(define-read-only (get-primary-name (owner principal))
  (map-get? primary-names owner))

(define-read-only (get-primary (owner principal))
  (ok (get-bns-from-id (unwrap! (get-primary-name owner) ERR-NO-PRIMARY-NAME))))

;; --- Functions of this stand-in only

;; Makes a name and gives it to a principal. It becomes the principal's primary name
;; if there is none. Prints new-name, as BNS-V2 does, without the name's properties.
(define-public (give-name (name (buff 48)) (namespace (buff 20)) (owner principal))
  (let ((id (+ (var-get last-id) u1)))
    (try! (check-deployer))
    (asserts! (map-insert ids { name: name, namespace: namespace } id) ERR-NAME-NOT-AVAILABLE)
    (map-set names id { name: name, namespace: namespace })
    (var-set last-id id)
    (try! (nft-mint? BNS-V2 id owner))
    (map-insert primary-names owner id)
    (print {
      topic: "new-name",
      owner: owner,
      name: { name: name, namespace: namespace },
      id: id,
    })
    (ok id)))

;; Moves a name to another principal, without its owner's consent. Prints
;; transfer-name, as BNS-V2 does, without the name's properties.
(define-public (transfer-name (name (buff 48)) (namespace (buff 20)) (recipient principal))
  (let (
      (id (unwrap! (get-id-from-bns name namespace) ERR-NO-NAME))
      (owner (unwrap! (nft-get-owner? BNS-V2 id) ERR-NO-NAME))
    )
    (try! (check-deployer))
    (try! (nft-transfer? BNS-V2 id owner recipient))
    (and (is-eq (get-primary-name owner) (some id)) (map-delete primary-names owner))
    (map-insert primary-names recipient id)
    (print {
      topic: "transfer-name",
      owner: recipient,
      name: { name: name, namespace: namespace },
      id: id,
    })
    (ok true)))

;; Sets the burn block height from which a name is expired; u0 means never. Prints
;; expire-name.
(define-public (expire-name (name (buff 48)) (namespace (buff 20)) (renewal uint))
  (let ((id (unwrap! (get-id-from-bns name namespace) ERR-NO-NAME)))
    (try! (check-deployer))
    (map-set renewals id renewal)
    (print { topic: "expire-name", id: id, name: name, namespace: namespace, renewal: renewal })
    (ok true)))

(define-private (check-deployer)
  (ok (asserts! (is-eq contract-caller DEPLOYER) ERR-NOT-AUTHORIZED)))
