;; The SIP-009 trait, as the standard words it.
;;
;; On mainnet and testnet the contract with this trait is already deployed by the
;; Stacks community. The devnet and the tests deploy this copy at the mainnet
;; principal, so that `endorsement.clar` names one and the same trait everywhere.

(define-trait nft-trait (
  ;; The highest id a token was minted with.
  (get-last-token-id () (response uint uint))

  ;; Where a token's metadata stands.
  (get-token-uri (uint) (response (optional (string-ascii 256)) uint))

  ;; Who holds a token.
  (get-owner (uint) (response (optional principal) uint))

  ;; Move a token from its holder to another principal.
  (transfer (uint principal principal) (response bool uint))
))
