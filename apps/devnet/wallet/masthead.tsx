/** Says at every moment that this is no real wallet. */
export function Masthead() {
  return (
    <header>
      <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor" className="mark">
        <path d="M1 2h22v3.2H1zM1 18.8h22V22H1zM3.6 7h3.2v10H3.6zM10.4 7h3.2v10h-3.2zM17.2 7h3.2v10h-3.2z" />
      </svg>
      <span className="name">Dev Wallet</span>
      <span className="caution">devnet only, worthless money</span>
    </header>
  );
}
