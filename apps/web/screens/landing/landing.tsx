export function Landing() {
  return (
    <div className="page py-20">
      <h1 className="text-6xl">Words somebody stands behind.</h1>
    </div>
  );
}
