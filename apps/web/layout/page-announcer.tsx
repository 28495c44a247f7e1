import { useEffect, useState } from "react";

/** Says the page's title to whoever listens, when they have come to another page. */
export function PageAnnouncer() {
  const [title, setTitle] = useState("");
  useEffect(() => {
    let said = document.title;
    const watch = new MutationObserver(() => {
      if (document.title === said) return;
      said = document.title;
      setTitle(said);
    });
    watch.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => watch.disconnect();
  }, []);
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  );
}
