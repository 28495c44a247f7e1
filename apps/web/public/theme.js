// Runs before the first paint so that a remembered theme never flashes the other one.
// A file of its own: the content security policy forbids inline scripts.
try {
  const theme = localStorage.getItem("colonnade-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden; then the system's choice stands.
}
