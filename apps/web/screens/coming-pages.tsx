import { Coming } from "./coming.tsx";

export function EditEndorsementScreen() {
  return (
    <Coming title="Edit a pending endorsement">
      Changing the words of an endorsement before it is approved is not built yet. The contract
      already allows it.
    </Coming>
  );
}

export function EditProfileScreen() {
  return (
    <Coming title="Edit Profile">
      Changing your statement and your image is not built yet. The contract already allows it.
    </Coming>
  );
}

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
