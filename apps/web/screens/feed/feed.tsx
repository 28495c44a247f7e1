export function Feed() {
  return (
    <div className="page py-20">
      <h1>Feed</h1>
    </div>
  );
}
