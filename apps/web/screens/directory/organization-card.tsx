import { messages, sayEndorsements } from "@colonnade/domain/messages.ts";
import type { OrganizationCard as Organization } from "@colonnade/domain/organization.ts";
import { Portrait } from "../../ui/avatar.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { DirectoryCard } from "./directory-card.tsx";

/** An organization in the directory. */
export function OrganizationCard({ organization }: { organization: Organization }) {
  const { id, name, logoUrl, description, issued } = organization;
  const seed = `organization ${id}`;
  return (
    <DirectoryCard
      seed={seed}
      portrait={
        <Portrait seed={seed} image={logoUrl} size={72} square className="ring-4 ring-sheet" />
      }
      name={name}
      facts={`${sayEndorsements(issued)} issued`}
      words={description}
      actions={
        <LinkButton tone="secondary" to={`/org/${id}`}>
          {messages.viewProfile}
          <span className="sr-only"> of the organization {name}</span>
        </LinkButton>
      }
    />
  );
}
