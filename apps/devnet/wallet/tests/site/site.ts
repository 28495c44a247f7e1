import { connect, request } from "@stacks/connect";

/** Loads the provider script from the node named in the address, as an app does before connecting. */
function loadProvider(): Promise<void> {
  const node = new URL(location.href).searchParams.get("node");
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${node}/wallet/provider.js`;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("The provider script did not load"));
    document.head.append(script);
  });
}

const pressed = document.getElementById("connect");
let connected: Promise<unknown> | undefined;
pressed?.addEventListener("click", () => {
  connected = loadProvider().then(() => connect());
  connected.catch(() => {});
});

Reflect.set(window, "site", {
  loadProvider,
  request,
  /** The outcome of the Connect Wallet button. */
  connected: () => connected,
});
