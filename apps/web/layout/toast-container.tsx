import "./toasts.css";
import { createPortal } from "react-dom";
import { ToastContainer as Container, type ToastContainerProps } from "react-toastify";

/** The library's container, in the look of the page, and outside of it: no dialog's veil lies over a toast. */
export function ToastContainer(props: ToastContainerProps) {
  return createPortal(<Container {...props} />, document.body);
}
