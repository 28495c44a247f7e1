import { messages } from "@colonnade/domain/messages.ts";
import { isAddress } from "@colonnade/domain/principal.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { explain } from "../../api/error.ts";
import { bnsNameQuery } from "../../features/wallet/bns-name.ts";
import { isOfNetwork } from "../../features/wallet/wallets.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { FoundAdmin } from "./found-admin.tsx";
import { HowItGoes } from "./how-it-goes.tsx";
import { StepHeading } from "./step-heading.tsx";

const formSchema = z.object({
  principal: z
    .string()
    .check(
      z.trim(),
      z.toUpperCase(),
      z.minLength(1, messages.required),
      z.refine<string>(isAddress, "This is not a Stacks address"),
      z.refine<string>(isOfNetwork, "This address is of another network"),
    ),
});

/** The first step: who will be the admin, by address; BNS says what they are called. */
export function AdminStep({
  address,
  principal,
  isArrival,
  onPrincipal,
  onConfirm,
}: {
  /** Who is connected. */
  address: string;
  principal: string;
  isArrival: boolean;
  onPrincipal: (principal: string) => void;
  onConfirm: (bnsName: string) => void;
}) {
  const { register, handleSubmit, formState, setValue } = useForm({
    mode: "onChange",
    resolver: zodResolver(formSchema),
    defaultValues: { principal },
  });
  const [sought, setSought] = useState<string | null>(null);
  const name = useQuery({ ...bnsNameQuery(sought ?? ""), enabled: sought !== null });
  const field = register("principal", {
    onChange({ target }) {
      setSought(null);
      onPrincipal(target.value);
    },
  });
  const lookUp = handleSubmit((form) => {
    if (sought === form.principal && name.isError) name.refetch();
    setSought(form.principal);
  });
  const useOwn = () => {
    setValue("principal", address, { shouldValidate: true });
    onPrincipal(address);
    setSought(address);
  };
  const looking = sought !== null && name.isFetching;

  return (
    <div className="mt-8 grid gap-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-14">
      <div className="min-w-0">
        <StepHeading step={1} isArrival={isArrival}>
          Its admin
        </StepHeading>
        <form onSubmit={lookUp} noValidate className="mt-4 flex flex-col gap-2">
          <TextField
            label="Admin principal"
            hint="The address that will manage the organization. Its BNS name becomes the organization's name."
            placeholder={messages.principalPlaceholder}
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="characters"
            required
            className="font-mono"
            error={
              formState.errors.principal?.message ??
              (sought === null || looking ? undefined : sayTrouble(name))
            }
            {...field}
          />
          <div className="flex flex-wrap gap-3">
            <Button
              type="submit"
              busy={looking}
              tone={name.data && sought !== null ? "secondary" : "primary"}
              icon={<Search aria-hidden="true" className="size-4" />}
            >
              {messages.lookUpBnsName}
            </Button>
            <Button tone="quiet" onClick={useOwn}>
              Use my own address
            </Button>
          </div>
        </form>
        <div role="status" className="mt-6">
          {sought === null || looking || !name.data ? null : (
            <FoundAdmin
              key={sought}
              principal={sought}
              bnsName={`${name.data.name}.${name.data.namespace}`}
              isConnected={sought === address}
              onConfirm={onConfirm}
            />
          )}
        </div>
      </div>
      <HowItGoes />
    </div>
  );
}

function sayTrouble({ data, error }: { data: unknown; error: Error | null }): string | undefined {
  if (error !== null) return error.name === "NameError" ? error.message : explain(error);
  return data === null ? messages.noBnsNameForPrincipal : undefined;
}
