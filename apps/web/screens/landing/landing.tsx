import { messages } from "@colonnade/domain/messages.ts";
import { memo, Suspense, useState } from "react";
import { lazily } from "../../layout/chunk.tsx";
import { ErrorBoundary } from "../../layout/error-boundary.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { useHydrating, useIdle } from "../../ui/hydration.ts";
import { LogoMark } from "../../ui/logo.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";

/** The headline is painted first. The engraving and the sections below the fold follow. */
const HeroEngraving = lazily(
  "engraving",
  async () => (await import("./hero-engraving.tsx")).HeroEngraving,
);
const Sections = lazily("sections", async () => (await import("./sections.tsx")).Sections);

/** Resolves once the sections can be rendered at once: the service renders the whole page. */
export const prepareSections = Sections.prepare;

const WALLET_EXTENSION = "https://leather.io/install-extension";

/** The first page: what Colonnade is, and the way in. */
export function Landing() {
  usePageMeta({ title: null });
  const painted = useIdle();
  const hydrating = useHydrating();
  // A page rendered on the service came with its sections, and keeps them.
  const [isWhole] = useState(hydrating);
  return (
    <>
      <section className="relative overflow-hidden border-b border-rule">
        <div className="page relative grid min-h-[min(52rem,100dvh)] items-center lg:grid-cols-[minmax(0,1.1fr)_minmax(0,0.9fr)]">
          <div className="relative z-10 flex max-w-2xl flex-col gap-7 pt-[min(88vw,26rem)] pb-16 sm:pt-[26rem] lg:py-24">
            <p className="flex items-center gap-3 font-heading text-xl font-bold tracking-tight">
              <LogoMark className="size-6" />
              Colonnade
            </p>
            <h1 className="text-[clamp(2.4rem,1.6rem+4vw,5.25rem)] leading-[0.98] font-extrabold tracking-[-0.035em]">
              Endorsements you keep.
            </h1>
            <p className="max-w-lg text-lg leading-7 text-muted">
              Somebody who saw your work puts it in words and signs them with their wallet. You
              approve, and the words stand on chain in your name: an NFT that nobody can move, sell
              or forge.
            </p>
            <div className="flex flex-wrap items-center gap-x-2 gap-y-3">
              <LinkButton to="/create-profile">{messages.createYourProfile}</LinkButton>
              <LinkButton to="/home" tone="secondary">
                Read endorsements
              </LinkButton>
              <LinkButton href={WALLET_EXTENSION} tone="quiet" className="max-sm:-ml-3">
                {messages.dontHaveWallet}
              </LinkButton>
            </div>
            <a
              href="#learn-more"
              className="inline-flex min-h-11 items-center gap-2 self-start text-sm font-semibold underline decoration-rule underline-offset-4 hover:decoration-seal"
            >
              <span aria-hidden="true">↓</span>
              {messages.learnMore}
            </a>
          </div>
          <div
            aria-hidden="true"
            className="absolute top-0 left-1/2 aspect-square w-[min(124vw,40rem)] -translate-x-1/2 -translate-y-[30%] lg:top-1/2 lg:left-auto lg:right-[-14rem] lg:w-[min(62vw,58rem)] lg:translate-x-0 lg:-translate-y-1/2"
          >
            {painted ? (
              <ErrorBoundary fallback={() => null}>
                <Suspense fallback={null}>
                  <HeroEngraving />
                </Suspense>
              </ErrorBoundary>
            ) : null}
            <span className="absolute inset-[36.5%] grid place-items-center rounded-full border-2 border-ink bg-sheet">
              <span className="absolute inset-[5%] rounded-full border border-dotted border-sealmark" />
              <LogoMark className="size-1/2" />
            </span>
          </div>
        </div>
      </section>
      {isWhole || painted ? <BelowTheFold /> : <SectionsPlace />}
    </>
  );
}

/** Memoized: while its code loads, the markup from the service stays, but a new render would show the fallback. */
const BelowTheFold = memo(function BelowTheFold() {
  return (
    <ErrorBoundary>
      <Suspense fallback={<SectionsPlace />}>
        <Sections />
      </Suspense>
    </ErrorBoundary>
  );
});

/** Keeps the room of the sections, and the anchor, while their code loads. */
function SectionsPlace() {
  return <div id="learn-more" className="min-h-dvh" />;
}
