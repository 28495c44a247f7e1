import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { type Resolver, useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { tabItem } from "../wallet/storage.ts";

const editSchema = z.object({ base: z.string(), text: z.string(), isSent: z.boolean() });

/** What a field holds, and what the chain had when that was begun. */
type Edit = Pick<z.infer<typeof editSchema>, "base" | "text">;

/** An edit of a text that is on chain, stored for this tab until the chain has it. */
export function storedEdit(key: string) {
  const item = tabItem(key, editSchema);
  return {
    /** @param onChain the text on chain, which the field holds where there is no edit */
    read(onChain: string): Edit {
      const edit = item.read();
      const none = { base: onChain, text: onChain };
      if (edit === null || edit.text === edit.base || edit.text === onChain) return none;
      // What was sent is no edit any more once the chain has gone on.
      return edit.isSent && edit.base !== onChain ? none : { base: edit.base, text: edit.text };
    },
    write({ base, text }: Edit): void {
      const before = item.read();
      item.write({ base, text, isSent: before?.text === text && before.isSent });
    },
    markSent(): void {
      const edit = item.read();
      if (edit !== null) item.write({ ...edit, isSent: true });
    },
  };
}

interface ProfileValues {
  image: string;
  statement: string;
}

/** In the order in which they are sent. */
const names = ["statement", "image"] as const;

// Each change is a transaction, so each is stored by itself: one may be confirmed while the other is still unsent.
const storedEdits = (address: string) => ({
  image: storedEdit(`unsentImage ${address}`),
  statement: storedEdit(`unsentStatement ${address}`),
});

/**
 * The form that edits a profile. A field that nobody has changed follows the chain; what somebody wrote stays.
 * @param onChain the profile, which may change while the form is open
 */
export function useProfileEdit(
  address: string,
  onChain: ProfileValues,
  resolver: Resolver<ProfileValues>,
) {
  const [stored] = useState(() => storedEdits(address));
  const [opened] = useState(() => ({
    image: stored.image.read(onChain.image),
    statement: stored.statement.read(onChain.statement),
  }));
  const [bases, setBases] = useState<ProfileValues>({
    image: opened.image.base,
    statement: opened.statement.base,
  });
  const form = useForm<ProfileValues>({
    mode: "onChange",
    resolver,
    defaultValues: { image: opened.image.text, statement: opened.statement.text },
  });
  const [statement, image] = useWatch({ control: form.control, name: names });
  const written = { image, statement };

  const seen = useRef(onChain);
  useLayoutEffect(() => {
    const now = { image: onChain.image, statement: onChain.statement };
    for (const name of names) {
      const isUntouched = form.getValues(name) === seen.current[name];
      if (isUntouched && now[name] !== seen.current[name]) form.setValue(name, now[name]);
    }
    seen.current = now;
  }, [form, onChain.image, onChain.statement]);

  const begun = {
    image: image === onChain.image ? onChain.image : bases.image,
    statement: statement === onChain.statement ? onChain.statement : bases.statement,
  };
  if (names.some((name) => begun[name] !== bases[name])) setBases(begun);
  useEffect(() => stored.image.write({ base: bases.image, text: image }), [stored, bases, image]);
  useEffect(
    () => stored.statement.write({ base: bases.statement, text: statement }),
    [stored, bases, statement],
  );

  const outdated = names.filter(
    (name) => written[name] !== onChain[name] && bases[name] !== onChain[name],
  );
  return {
    form,
    /** The fields whose values the chain does not have. */
    changedIn: (values: ProfileValues) => names.filter((name) => values[name] !== onChain[name]),
    /** Whether the chain has changed below what somebody wrote. */
    isOutdated: outdated.length > 0,
    /** Gives the outdated fields what the chain has. */
    discard() {
      for (const name of outdated) form.setValue(name, onChain[name], { shouldValidate: true });
      form.setFocus("statement");
    },
    markSent: (name: keyof ProfileValues) => stored[name].markSent(),
  };
}
