import { categories, type PresetCategory } from "@colonnade/domain/category.ts";
import { messages } from "@colonnade/domain/messages.ts";
import type { ReactNode } from "react";
import { Picture } from "../../features/endorsement/card-parts.tsx";
import { GuillocheBorder } from "../../ui/guilloche.tsx";
import { Perforation } from "../../ui/perforation.tsx";
import { Rosette } from "../../ui/rosette.tsx";
import { PendingStamp, SealMark } from "../../ui/stamp.tsx";
import { ContactForm } from "../contact.tsx";

/** Below the fold: the two kinds of endorsement, and a way to write to us. */
export function Sections() {
  return (
    <>
      <Numbered number="01" title={messages.skillEndorsementNfts} id="learn-more">
        <div className="grid items-start gap-10 lg:grid-cols-2 lg:gap-16">
          <ol className="flex flex-col gap-8">
            <Step name="Somebody writes">
              A colleague, a teacher or an organization describes what you did, in their own words
              and with an image, and signs it with their wallet.
            </Step>
            <Step name="You decide">
              It waits for you, and nothing is shown as earned before you approve it. If the words
              change, you are asked again; if you reject it, it is burned.
            </Step>
            <Step name="It stands">
              Approved, it becomes an NFT in your name that cannot be transferred. Anybody can check
              it on chain, without asking us.
            </Step>
          </ol>
          <Specimen />
        </div>
        <ul className="mt-14 grid grid-cols-2 gap-px overflow-hidden rounded-paper border border-rule bg-rule sm:grid-cols-5">
          {categories.map((category) => (
            <CategoryTile key={category.slug} category={category} />
          ))}
        </ul>
        <p className="mt-4 text-sm text-muted">
          There is no service fee. The only fee is the blockchain's own, in STX.
        </p>
      </Numbered>
      <GuillocheBorder />
      <Numbered number="02" title={messages.ordinals}>
        <div className="measure flex flex-col gap-4 text-lg leading-7">
          <p>
            <PendingStamp className="mr-3 align-middle">Coming soon</PendingStamp>
            Endorsements inscribed on Bitcoin itself, as Ordinal inscriptions.
          </p>
          <p className="text-muted">
            They are not supported yet. Our newsletter will say when they are:{" "}
            <a
              href="#contact"
              className="font-semibold text-ink underline decoration-rule underline-offset-4 hover:decoration-seal"
            >
              leave your email below
            </a>
            .
          </p>
        </div>
      </Numbered>
      <GuillocheBorder />
      <section id="contact" aria-labelledby="contact-heading" className="page py-16 lg:py-24">
        <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,32rem)] lg:gap-16">
          <div className="flex flex-col gap-4">
            <h2 id="contact-heading" className="text-3xl sm:text-4xl">
              {messages.footerContact}
            </h2>
            <p className="measure text-lg leading-7 text-muted">
              Leave your name and email, and we will write to you: about the newsletter, your
              organization, or anything that does not work as it should.
            </p>
          </div>
          <ContactForm />
        </div>
      </section>
    </>
  );
}

function Numbered({
  number,
  title,
  id,
  children,
}: {
  number: string;
  title: string;
  id?: string;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      aria-labelledby={`section-${number}`}
      className="page scroll-mt-4 py-16 lg:py-24"
    >
      <div className="mb-10 flex items-baseline gap-5">
        <span aria-hidden="true" className="font-mono text-xl text-seal">
          {number}
        </span>
        <h2 id={`section-${number}`} className="text-3xl sm:text-5xl sm:leading-none">
          {title}
        </h2>
      </div>
      {children}
    </section>
  );
}

function Step({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="flex flex-col gap-1 border-l-2 border-rule pl-5">
      <h3 className="text-xl">{name}</h3>
      <p className="measure leading-6 text-muted">{children}</p>
    </li>
  );
}

function CategoryTile({ category }: { category: PresetCategory }) {
  return (
    <li className="flex flex-col bg-sheet">
      <Picture
        address={category.imageAddress}
        seed={category.slug}
        sizes="(width >= 40rem) 15rem, 46vw"
        className="aspect-square w-full"
      />
      <span
        className="px-3 py-3 text-sm leading-5 font-semibold"
        style={{ color: `light-dark(${category.ink.light}, ${category.ink.dark})` }}
      >
        {category.name}
      </span>
    </li>
  );
}

const [, , , , , , , , , science] = categories;

/** An example of an endorsement, marked as a specimen. */
function Specimen() {
  return (
    <figure className="relative mx-auto w-full max-w-md -rotate-1 rounded-paper border border-rule bg-sheet">
      <Picture
        address={science.imageAddress}
        seed="specimen"
        sizes="(width >= 30rem) 28rem, 92vw"
        className="aspect-[16/11] w-full [&_img]:object-cover"
      />
      <div className="relative px-6 pt-6 pb-5">
        <Perforation className="top-0" />
        <span
          className="caps"
          style={{ color: `light-dark(${science.ink.light}, ${science.ink.dark})` }}
        >
          {science.name}
        </span>
        <p className="mt-1 font-heading text-2xl leading-8 font-bold">
          Found the bug everyone missed
        </p>
        <p className="voice mt-2">
          Bob read four thousand lines of Clarity in a weekend and found the one post-condition that
          could have drained the treasury.
        </p>
        <div className="mt-5 flex items-center justify-between gap-4">
          <span className="flex items-center gap-3 text-[0.9375rem]">
            <span className="flex">
              <Rosette seed="alice.btc" className="size-8 rounded-full" />
              <Rosette seed="bob.btc" className="-ml-2 size-8 rounded-full ring-2 ring-sheet" />
            </span>
            <span>
              <strong className="font-semibold">alice.btc</strong>{" "}
              <span className="text-muted">{messages.to}</span>{" "}
              <strong className="font-semibold">bob.btc</strong>
            </span>
          </span>
          <SealMark className="size-14 -rotate-12 text-approved" />
        </div>
      </div>
      <figcaption className="caps absolute -top-3 right-5 rotate-2 rounded-paper border border-seal bg-sheet px-2 py-0.5 text-seal">
        Specimen
      </figcaption>
    </figure>
  );
}
