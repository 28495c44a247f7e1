;; The SIP-009 trait, as in the standard.
;;
;; Mainnet and testnet have a contract with this trait already. The devnet and the
;; tests deploy this copy at the mainnet principal, so that `endorsement.clar` names
;; the same trait everywhere.

(define-trait nft-trait (
  ;; The highest id that was minted.
  (get-last-token-id () (response uint uint))

  ;; The address of a token's metadata.
  (get-token-uri (uint) (response (optional (string-ascii 256)) uint))

  ;; The owner of a token.
  (get-owner (uint) (response (optional principal) uint))

  ;; Moves a token from its owner to another principal.
  (transfer (uint principal principal) (response bool uint))
))
