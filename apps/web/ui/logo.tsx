/** Three columns under one beam. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor" className={className}>
      <path d="M1 2h22v3.2H1zM1 18.8h22V22H1zM3.6 7h3.2v10H3.6zM10.4 7h3.2v10h-3.2zM17.2 7h3.2v10h-3.2z" />
    </svg>
  );
}
