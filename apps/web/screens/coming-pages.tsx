import { Coming } from "./coming.tsx";

export function CreateOrganizationScreen() {
  return (
    <Coming title="Create Organization">
      Applying for an organization is not built yet. Until then, write to us and we will help.
    </Coming>
  );
}

export function ReviewScreen() {
  return (
    <Coming title="Review applications">
      The queue of organization applications for watchers is not built yet.
    </Coming>
  );
}
