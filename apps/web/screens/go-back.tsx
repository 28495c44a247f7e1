import { messages } from "@colonnade/domain/messages.ts";
import { type To, useNavigate } from "react-router";
import * as z from "zod/mini";
import { Button } from "../ui/button.tsx";

/** What React Router notes with each entry of the history: how many of the product's stand before it. */
const entrySchema = z.object({ idx: z.number() });

/**
 * Leads back to the page before, which is one of ours.
 * @param home where it leads whoever began with this page
 */
export function GoBack({ home }: { home: To }) {
  const navigate = useNavigate();
  const isAfterAnother = () => (entrySchema.safeParse(history.state).data?.idx ?? 0) > 0;
  return (
    <Button tone="secondary" onClick={() => (isAfterAnother() ? navigate(-1) : navigate(home))}>
      {messages.goBack}
    </Button>
  );
}
