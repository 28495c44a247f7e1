import type { VerifySettings } from "@colonnade/domain/verify-settings.ts";
import { Button } from "../ui/button.tsx";
import { TextArea, TextField } from "../ui/field.tsx";
import type { TrustErrors, TypedTrust } from "./trust.ts";

/**
 * Whom the reader trusts and asks.
 * @param onCheck null while there is nothing to check
 */
export function TrustForm({
  settings,
  typed,
  errors,
  isBusy,
  onType,
  onCheck,
}: {
  settings: VerifySettings | null;
  typed: TypedTrust;
  errors: TrustErrors;
  isBusy: boolean;
  onType: (typed: TypedTrust) => void;
  onCheck: (() => void) | null;
}) {
  const proposal = settings === null ? "" : ` Proposed by ${new URL(settings.origin).host}.`;
  return (
    <section aria-labelledby="trust-heading" className="flex flex-col gap-4">
      <h2 id="trust-heading" className="text-xl">
        Whom you trust
      </h2>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onCheck?.();
        }}
        className="flex flex-col items-start gap-1 *:w-full"
      >
        <TextField
          label="Contract"
          hint={`Anybody can deploy one like it, so compare it with what you know from elsewhere.${proposal}`}
          autoComplete="off"
          spellCheck={false}
          value={typed.protocol}
          onChange={({ target }) => onType({ ...typed, protocol: target.value })}
          error={errors.protocol}
          className="font-mono text-sm"
        />
        <TextArea
          label="Nodes to ask"
          hint={`One address per line. Two or more, run by people who would not lie together.${proposal}`}
          rows={3}
          spellCheck={false}
          value={typed.nodes}
          onChange={({ target }) => onType({ ...typed, nodes: target.value })}
          error={errors.nodes}
          className="font-mono text-sm"
        />
        {onCheck === null ? null : (
          <Button type="submit" busy={isBusy}>
            Check again
          </Button>
        )}
      </form>
    </section>
  );
}
