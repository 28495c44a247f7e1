import type { ApplicationWords } from "../../features/organization/unsent-application.ts";
import { Portrait } from "../../ui/avatar.tsx";
import { DirectoryCard } from "../directory/directory-card.tsx";

/** The organization's card in the directory, while it is written. */
export function ApplicationPreview({
  bnsName,
  address,
  words: { image, description, admins },
}: {
  bnsName: string;
  address: string;
  words: ApplicationWords;
}) {
  const people = admins.length;
  return (
    <DirectoryCard
      seed={address}
      portrait={
        <Portrait
          seed={address}
          image={image ?? ""}
          size={72}
          square
          className="ring-4 ring-sheet"
        />
      }
      name={bnsName}
      facts={`${people} ${people === 1 ? "representative" : "representatives"}`}
      words={description === "" ? "What it is and does." : description}
      actions={null}
    />
  );
}
