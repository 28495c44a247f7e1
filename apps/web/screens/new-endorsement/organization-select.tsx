import type { OrganizationBrief } from "@colonnade/domain/endorsement.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { SelectField } from "../../ui/select-field.tsx";

/** In whose name: one's own, or an organization's that one represents. */
export function OrganizationSelect({
  organizations,
  ownName,
  value,
  onChange,
}: {
  organizations: OrganizationBrief[];
  ownName: string;
  value: OrganizationBrief | null;
  onChange: (organization: OrganizationBrief | null) => void;
}) {
  return (
    <SelectField
      label={messages.sendAsOrganization}
      value={value === null ? "" : String(value.id)}
      onChange={({ target }) =>
        onChange(organizations.find(({ id }) => String(id) === target.value) ?? null)
      }
    >
      <option value="">No, as {ownName}</option>
      {organizations.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
