// Runs before the first paint. A file of its own, because the content security policy forbids inline scripts. Nothing
// is hydrated without it, so a rendered page loads it twice: the second time helps if the first download failed.
if (document.documentElement.dataset.begun === undefined) {
  const page = document.documentElement;
  page.dataset.begun = "";
  try {
    // Apply the stored theme now, so that the other one never flashes.
    const theme = localStorage.getItem("colonnade-theme");
    if (theme === "light" || theme === "dark") page.dataset.theme = theme;
    // A page is rendered for a signed-out viewer. Until it is hydrated, hide from a connected viewer what they will
    // not be offered (data-of) and what will be laid out differently for them (data-another-for).
    const principal = localStorage.getItem("principal");
    if (principal !== null && /^\w+$/.test(principal)) {
      page.dataset.connected = "";
      const rendered = "#root[data-rendered]";
      const styles = new CSSStyleSheet();
      styles.insertRule(`${rendered} [data-of="${principal}"] { display: none }`);
      styles.insertRule(`${rendered} [data-another-for~="${principal}"] { visibility: hidden }`);
      document.adoptedStyleSheets.push(styles);
    }
  } catch {
    // Storage may be forbidden. Then the system's theme applies, and nobody is connected.
  }

  // A rendered page contains its styles, so it could be painted before its two main fonts are loaded, and all text
  // would move. It waits for them. Its images, its other fonts and its scripts load later.
  if (document.fonts.size > 0) {
    page.dataset.fonts = "coming";
    const fonts = ["Bricolage Grotesque", "Instrument Sans"].map((name) =>
      document.fonts.load(`1em "${name}"`),
    );
    const patience = new Promise((resolve) => setTimeout(resolve, 3000));
    const parsed = new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));
    const shown = Promise.race([Promise.allSettled(fonts), patience]).then(() => {
      delete page.dataset.fonts;
    });
    Promise.all([shown, parsed]).then(() => {
      document.body.append(document.getElementById("scripts").content);
    });
  }

  // Repeats clicks on buttons that were made before hydration, in their order. A button clicked twice is clicked once:
  // people click again when nothing happens. Clicks made more than 5 s before hydration are dropped.
  const PRESS_LASTS = 5000;
  let presses = null;
  addEventListener(
    "click",
    ({ target }) => {
      const isHydrating =
        document.querySelector("#root[data-rendered]:not([data-listening])") !== null;
      const button =
        target instanceof Element ? target.closest("button:not([popovertarget])") : null;
      if (!isHydrating || button === null) return;
      presses ??= repeatOnceHydrated();
      presses.delete(button);
      presses.set(button, performance.now());
    },
    true,
  );

  function repeatOnceHydrated() {
    const presses = new Map();
    const observer = new MutationObserver(() => {
      if (document.querySelector("#root[data-rendered]") !== null) return;
      observer.disconnect();
      for (const [button, at] of presses) {
        const isRecent = performance.now() - at < PRESS_LASTS;
        if (isRecent && button.isConnected) button.click();
      }
    });
    observer.observe(document.getElementById("root"), { attributeFilter: ["data-rendered"] });
    return presses;
  }

  addEventListener(
    "error",
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement) || target.type !== "module") return;
      const alert = document.createElement("div");
      alert.role = "alert";
      alert.className = "missing-code";
      const words = document.createElement("p");
      words.textContent = "The code of this page did not arrive. Are you online?";
      const again = document.createElement("button");
      again.type = "button";
      again.textContent = "Try again";
      again.addEventListener("click", () => location.reload());
      alert.append(words, again);
      document.body.append(alert);
    },
    true,
  );
}
