/** The dialog's frame. Inside a shadow root, so that neither side's style reaches the other. */
export const dialogStyle = `
:host { all: initial; }
dialog {
  box-sizing: border-box;
  width: min(30rem, 100vw - 2rem);
  max-width: none;
  max-height: calc(100dvh - 2rem);
  padding: 0;
  overflow: hidden;
  color: light-dark(#1b1a17, #ede7da);
  background: light-dark(#fdfcf9, #1b1a15);
  border: 1px solid light-dark(#8b8372, #7a7362);
  border-radius: 2px;
  font: 1rem/1.5 system-ui, sans-serif;
}
dialog::backdrop { background: light-dark(rgb(40 36 28 / 0.55), rgb(0 0 0 / 0.7)); }
iframe {
  display: block;
  width: 100%;
  height: min(var(--height, 24rem), 100dvh - 2rem - 2px);
  border: 0;
  visibility: hidden;
}
.waiting {
  position: absolute;
  inset: 0;
  display: flex;
  flex-direction: column;
  gap: 1rem;
  justify-content: center;
  align-items: center;
  padding: 1.5rem;
  text-align: center;
  background: inherit;
}
.waiting[hidden] { display: none; }
.waiting p { margin: 0; max-width: 24rem; overflow-wrap: anywhere; }
.buttons { display: flex; gap: 0.75rem; }
button {
  min-height: 2.75rem;
  padding: 0.5rem 1.25rem;
  font: inherit;
  font-weight: 600;
  color: inherit;
  background: transparent;
  border: 1px solid currentColor;
  border-radius: 2px;
  cursor: pointer;
}
button[hidden] { display: none; }
button:focus-visible { outline: 2px solid light-dark(#b83a14, #ff8355); outline-offset: 2px; }
@media (max-width: 30rem) {
  dialog { width: 100vw; margin: auto 0 0; border-width: 1px 0 0; border-radius: 0; }
}
`;
