/** A contract whose functions end in every way that a transaction can end. */
export const testContract = `
(define-non-fungible-token badge { id: uint })
(define-fungible-token coin)
(define-map notes uint (string-utf8 20))
(define-data-var counter uint u0)

(define-public (count)
  (begin
    (var-set counter (+ (var-get counter) u1))
    (print { topic: "count", counter: (var-get counter), height: stacks-block-height })
    (ok (var-get counter))))

(define-public (count-and-err)
  (begin
    (var-set counter (+ (var-get counter) u1))
    (print { topic: "count" })
    (err u77)))

(define-public (count-and-divide (by uint))
  (begin
    (var-set counter (+ (var-get counter) u1))
    (ok (/ u1 by))))

(define-public (write-note (key uint) (note (string-utf8 20)))
  (ok (map-set notes key note)))

(define-public (mint-badge (id uint))
  (nft-mint? badge { id: id } tx-sender))

(define-public (burn-badge (id uint))
  (begin
    (var-set counter (+ (var-get counter) u1))
    (nft-burn? badge { id: id } tx-sender)))

(define-public (send-badge (id uint) (to principal))
  (nft-transfer? badge { id: id } tx-sender to))

(define-public (mint-coin (amount uint))
  (ft-mint? coin amount tx-sender))

(define-public (send-coin (amount uint) (to principal))
  (ft-transfer? coin amount tx-sender to))

(define-public (pay (amount uint) (to principal))
  (stx-transfer? amount tx-sender to))

(define-private (hidden) true)

(define-read-only (get-counter) (var-get counter))
(define-read-only (divide (by uint)) (/ u1 by))
(define-read-only (get-height) stacks-block-height)
(define-read-only (get-burn-height) burn-block-height)
`;
