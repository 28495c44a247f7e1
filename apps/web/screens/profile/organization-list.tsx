import type { OrganizationBrief } from "@colonnade/domain/endorsement.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { Link } from "react-router";
import { Portrait } from "../../ui/avatar.tsx";
import { Card } from "../../ui/card.tsx";
import { Name } from "../../ui/name.tsx";

/** The organizations somebody may send as. */
export function OrganizationList({ organizations }: { organizations: OrganizationBrief[] }) {
  return (
    <Card aria-labelledby="organizations" className="p-5">
      <h2 id="organizations" className="text-lg">
        {messages.organizations}
      </h2>
      {organizations.length === 0 ? (
        <p className="mt-2 flex min-h-11 flex-wrap items-center gap-x-1.5 text-[0.9375rem] text-muted">
          You belong to none.
          <Link
            to="/create-org"
            className="font-semibold text-ink underline decoration-rule underline-offset-4 hover:decoration-seal"
          >
            Create Organization
          </Link>
        </p>
      ) : (
        <ul className="flex flex-wrap gap-x-6 pt-2">
          {organizations.map(({ id, name, logoUrl }) => (
            <li key={id}>
              <Link
                to={`/org/${id}`}
                className="flex min-h-11 items-center gap-3 font-semibold decoration-seal underline-offset-4 hover:underline"
              >
                <Portrait seed={`organization ${id}`} image={logoUrl} size={36} square />
                <Name>{name}</Name>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
