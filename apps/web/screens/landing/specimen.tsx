import { categories } from "@colonnade/domain/category.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { Picture } from "../../features/endorsement/picture.tsx";
import { Perforation } from "../../ui/perforation.tsx";
import { Rosette } from "../../ui/rosette.tsx";
import { SealMark } from "../../ui/stamp.tsx";

const [, , , , , , , , , science] = categories;

/** An endorsement as an example, overprinted as one. */
export function Specimen() {
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
