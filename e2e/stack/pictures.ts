import { fileURLToPath } from "node:url";

/** Where pictures of the screens are kept, for people to look at. */
export const pictures = fileURLToPath(new URL("../../artefacts/screens", import.meta.url));
