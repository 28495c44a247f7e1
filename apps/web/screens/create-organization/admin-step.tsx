import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { isAddress, shortenPrincipal } from "@colonnade/domain/principal.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { explain } from "../../api/error.ts";
import { type BnsName, bnsNamesQuery, sayName } from "../../features/wallet/bns-name.ts";
import { isOfNetwork } from "../../features/wallet/wallets.ts";
import { Portrait } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { Name } from "../../ui/name.tsx";
import { NameChoice } from "../shared/name-choice.tsx";

const formSchema = z.object({
  principal: z
    .string()
    .check(
      z.trim(),
      z.toUpperCase(),
      z.minLength(1, messages.required),
      z.refine<string>(isAddress, "This is not a Stacks address"),
      z.refine<string>(isOfNetwork, "This address belongs to another network"),
    ),
});

/** The first step: who will be the admin, by address. BNS says what they are called. */
export function AdminStep({
  heading,
  address,
  principal,
  onPrincipal,
  onConfirm,
}: {
  heading: ReactNode;
  /** Address of the viewer. */
  address: string;
  /** What was typed so far. */
  principal: string;
  onPrincipal: (principal: string) => void;
  onConfirm: (bnsName: string) => void;
}) {
  const { register, handleSubmit, formState, setValue } = useForm({
    mode: "onChange",
    resolver: zodResolver(formSchema),
    defaultValues: { principal },
  });
  const [sought, setSought] = useState<string | null>(null);
  const names = useInfiniteQuery({ ...bnsNamesQuery(sought ?? ""), enabled: sought !== null });
  const field = register("principal", {
    onChange({ target }) {
      setSought(null);
      onPrincipal(target.value);
    },
  });
  const lookUp = handleSubmit((form) => {
    if (sought === form.principal && names.isError) names.refetch();
    setSought(form.principal);
  });
  const takeOwn = () => {
    setValue("principal", address, { shouldValidate: true });
    onPrincipal(address);
    setSought(address);
  };
  const looking = sought !== null && names.isFetching && !names.isFetchingNextPage;
  const [firstName] = looking || sought === null ? [] : (names.data ?? []);

  return (
    <div className="mt-8 grid gap-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-14">
      <div className="min-w-0">
        {heading}
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
              (sought === null || looking ? undefined : describeTrouble(names))
            }
            {...field}
          />
          <div className="flex flex-wrap gap-3">
            <Button
              type="submit"
              busy={looking}
              tone={firstName === undefined ? "primary" : "secondary"}
              icon={<Search className="size-4" />}
            >
              {messages.lookUpBnsName}
            </Button>
            <Button tone="quiet" onClick={takeOwn}>
              Use my own address
            </Button>
          </div>
        </form>
        <div role="status" className="mt-6">
          {sought === null || firstName === undefined ? null : (
            <FoundAdmin
              key={sought}
              principal={sought}
              firstName={firstName}
              names={names}
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

function describeTrouble({ data, error }: { data: BnsName[] | undefined; error: Error | null }) {
  if (data !== undefined) return data.length === 0 ? messages.noBnsNameForPrincipal : undefined;
  if (error === null) return undefined;
  return error.name === "NameError" ? error.message : explain(error);
}

/** The admin that BNS found. Only the admin can apply, so confirming another address is refused. */
function FoundAdmin({
  principal,
  firstName,
  names,
  isConnected,
  onConfirm,
}: {
  principal: string;
  firstName: BnsName;
  names: UseInfiniteQueryResult<BnsName[]>;
  isConnected: boolean;
  onConfirm: (bnsName: string) => void;
}) {
  const [chosen, choose] = useState(firstName);
  const [refusal, setRefusal] = useState<ReturnType<typeof refuse>>(null);
  const bnsName = sayName(chosen);
  const confirm = () => {
    const found = refuse(bnsName, isConnected);
    setRefusal(found);
    if (found === null) onConfirm(bnsName);
  };
  return (
    <Card as="div" className="flex flex-col gap-4 p-5">
      <div className="flex flex-wrap items-center gap-4">
        <Portrait seed={principal} image="" size={56} />
        <div className="min-w-0 grow">
          <p className="font-heading text-xl leading-6 font-semibold">
            <Name>{bnsName}</Name>
          </p>
          <p title={principal} className="font-mono text-sm text-muted">
            {shortenPrincipal(principal)}
          </p>
        </div>
        <Button onClick={confirm}>{messages.confirmAdmin}</Button>
      </div>
      <NameChoice query={names} chosen={chosen} onChoose={choose} />
      <div role="alert" className={refusal === null ? "sr-only" : undefined}>
        {refusal === null ? null : (
          <>
            <p className="font-medium text-seal">{refusal.title}</p>
            <p className="mt-1 text-sm text-muted">{refusal.words}</p>
          </>
        )}
      </div>
    </Card>
  );
}

/** Why nobody can apply with this admin; null if the viewer can. */
function refuse(bnsName: string, isConnected: boolean) {
  if (!isConnected) {
    return {
      title: messages.loginToCreateOrg,
      words: `Your wallet is connected with another address. Connect it as ${bnsName}, or look up your own.`,
    };
  }
  return bnsName.length > limits.organizationNameCodePoints
    ? {
        title: "This name is too long for an organization",
        words: `An organization takes its admin's name, of at most ${limits.organizationNameCodePoints} characters.`,
      }
    : null;
}

const steps = [
  ["You apply", "With the wallet of its future admin. It costs nothing."],
  ["A watcher reads it", "They admit it, or say why not. Then you can apply again."],
  ["It goes on chain", "From then on, its representatives can endorse in its name."],
] as const;

/** What happens to an application. */
function HowItGoes() {
  return (
    <aside
      aria-labelledby="how-it-works"
      className="lg:self-start lg:border-l lg:border-rule lg:pl-8"
    >
      <h2 id="how-it-works" className="text-lg">
        How it works
      </h2>
      <ol className="mt-3 flex flex-col gap-5">
        {steps.map(([title, words], index) => (
          <li key={title} className="grid grid-cols-[2rem_minmax(0,1fr)]">
            <span aria-hidden="true" className="font-mono text-sm leading-6 text-seal">
              0{index + 1}
            </span>
            <span>
              <span className="block leading-6 font-semibold">{title}</span>
              <span className="block text-muted">{words}</span>
            </span>
          </li>
        ))}
      </ol>
    </aside>
  );
}
