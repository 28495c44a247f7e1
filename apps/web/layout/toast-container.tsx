import "./toasts.css";
import { ToastContainer as Container, type ToastContainerProps } from "react-toastify";

/** The library's container, in the look of the page. */
export function ToastContainer(props: ToastContainerProps) {
  return <Container {...props} />;
}
