// Runs before the first paint. A file of its own: the content security policy forbids inline scripts. A rendered page
// names it twice, since nothing comes alive without it: where it did not come, it is asked for once more.
if (document.documentElement.dataset.begun === undefined) {
  const page = document.documentElement;
  page.dataset.begun = "";
  try {
    // A remembered theme never flashes the other one.
    const theme = localStorage.getItem("colonnade-theme");
    if (theme === "light" || theme === "dark") page.dataset.theme = theme;
    // A rendered page is a stranger's: whoever is connected does not see what it offers to strangers, nor what is
    // laid out another way for them.
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
    // Storage may be forbidden; then the system's theme stands, and nobody is connected.
  }

  // A rendered page has its styles in it, and could be painted before its two faces come: then all words would move.
  // Nothing shares the way with them: its pictures and other faces, which it shows then, and its scripts come after.
  if (document.fonts.size > 0) {
    page.dataset.fonts = "coming";
    const faces = ["Bricolage Grotesque", "Instrument Sans"].map((name) =>
      document.fonts.load(`1em "${name}"`),
    );
    const patience = new Promise((resolve) => setTimeout(resolve, 3000));
    const parsed = new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));
    const shown = Promise.race([Promise.allSettled(faces), patience]).then(() => {
      delete page.dataset.fonts;
    });
    Promise.all([shown, parsed]).then(() => {
      document.body.append(document.getElementById("scripts").content);
    });
  }

  // What is pressed before the page listens is pressed again when it does, in that order: a button that was pressed
  // twice once, for whoever does that asks again; and none so late that nobody expects it any more.
  const PRESS_LASTS = 5000;
  let presses = null;
  addEventListener(
    "click",
    ({ target }) => {
      const isAsleep =
        document.querySelector("#root[data-rendered]:not([data-listening])") !== null;
      const button =
        target instanceof Element ? target.closest("button:not([popovertarget])") : null;
      if (!isAsleep || button === null) return;
      presses ??= waitForPage();
      presses.delete(button);
      presses.set(button, performance.now());
    },
    true,
  );

  function waitForPage() {
    const presses = new Map();
    const awake = new MutationObserver(() => {
      if (document.querySelector("#root[data-rendered]") !== null) return;
      awake.disconnect();
      for (const [button, at] of presses) {
        const isRecent = performance.now() - at < PRESS_LASTS;
        if (isRecent && button.isConnected) button.click();
      }
    });
    awake.observe(document.getElementById("root"), { attributeFilter: ["data-rendered"] });
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
      words.textContent = "The code of this page did not arrive. Are you connected?";
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
