import { expect, test } from "vitest";
import { times } from "../limits.ts";
import { followingMessage, messages, sayEndorsements, unfollowingMessage } from "../messages.ts";

/** The specification's strings, odd spelling included. Written out on purpose, so that no change goes unseen. */
const specified = {
  loginToEndorse: "Please log in to send a endorsement",
  connectToContinue: "Please connect your wallet to continue",
  loginToReject: "You must be logged in to reject a milestone",
  loginToCreateOrg: "Please log in as admin to create an org",
  singleWallet: "Please make sure to use a single wallet for sign in!",
  walletDisconnected: "Wallet disconnected",

  selectImage: "Please select an image",
  selectRecipient: "Please select a recipient",
  selectAdmin: "Please select a admin representative",
  selectMilestone: "Please select a milestone to edit",
  required: "This field is required",
  descriptionTooLong: "Description must be less than 2048 characters",
  statementTooLong: "Statement must be less than 1024 characters",
  singleImageFile: "Please upload a single image file",
  imageFile: "Please upload an image file",
  imageTooHeavy: "Please upload an image smaller than 10MB",
  imageTooLarge: "Image is larger than 2500x2500 pixels wide",
  invalidEmail: "Please enter a valid email address",
  tooManyAdmins: "Exceeded max number of admins (10), Please click on a user to remove them",

  transactionSubmitted: "Transaction Submitted",
  viewStatus: "View Status",
  transactionCancelled: "Transaction cancelled",
  noChanges: "No changes made",
  profileUpdated: "Profile updated successfully",
  noBnsNameForPrincipal: "No BNS name found for this principal",
  notReceiver: "You the receiver of this milestone to reject",
  somethingWrong: "Something went wrong, please try again",
  profileFetchError: "error",
  nameNotFound: "Name not found",
  badResponseStatus: "Bad response status",

  noHiroExtension: "Unable to authenticate without Hiro Wallet extension",
  hiroNotInstalled: "Hiro Wallet not installed",
  existingSession: "Existing user session found.",
  invalidAuthResponse: "Invalid authentication response.",
  noUserData: "No user data found. Did the user sign in?",
  failedToLogin: "Failed to login: ",
  undecryptable: "Unable to decrypt cipher object.",
  noSessionData: "No session data was found.",

  connectWallet: "Connect Wallet",
  disconnectWallet: "Disconnect Wallet",
  createProfile: "Create Profile",
  profilePending: "PROFILE PENDING CONFIRMATION",

  footerFaqs: "FAQ's",
  footerContact: "Contact Us",

  createYourProfile: "Create Your Profile",
  dontHaveWallet: "Don't have a wallet",
  learnMore: "Learn more",
  skillEndorsementNfts: "Skill Endorsement NFTs",
  ordinals: "Ordinals",
  formSubmitted: "Form Submitted",
  goHome: "Go Home",
  sendAnotherMessage: "Send another message",

  searchByName: "Search by name",
  emptyFeed: "No Endorsements Found, Be the first to Endorse someone today!",
  sendEndorsement: "Send a Endorsement",
  noSearchResult: "No Search Result Found",
  noResults: "No results found",
  pendingApproval: "Pending Approval",
  to: "to",
  exit: "Exit",
  viewProfile: "View Profile",
  follow: "Follow",
  unfollow: "Unfollow",

  needProfileToIssue: "You need a profile to issue an endorsement",
  issueEndorsement: "Issue Endorsement",
  selectImageFromWallet: "Select Image From Wallet",
  sendAsOrganization: "Send As Organization",
  submitEndorsement: "SEND ENDORSEMENT TO RECIPIENT FOR APPROVAL",
  endorsementSent: "Endorsement HAS BEEN SENT",
  goBack: "Go Back",
  sendNewEndorsement: "Send New Endorsement",

  myProfile: "MY PROFILE",
  noStatement: "No statement provided",
  endorsementsEarned: "Endorsements Earned",
  endorsementsIssued: "Endorsements Issued to Others",
  endorsementsIEarned: "Endorsements I've Earned",
  endorsementsIIssued: "Endorsements I've Issued to Others",
  organizations: "Organizations",
  yourNetwork: "Your Network",
  createYourProfileCapitals: "CREATE YOUR PROFILE",
  pendingConfirmation: "PENDING CONFIRMATION",
  sitTight: "Sit tight while your account confirm on chain",

  editPendingEndorsement: "edit pending endorsement",
  submitEditRequest: "Submit edit request",
  approveOrReject: "Approve or reject endorsement",

  accept: "ACCEPT",
  reject: "Reject",
  endorsementApproved: "ENDORSEMENT HAS BEEN APPROVED",
  endorsementRejected: "ENDORSEMENT HAS BEEN REJECTED",
  pendingOnChain: "Pending confirmation on chain",

  createAccountToEdit: "Create an Account to Edit Your Profile",
  confirmChanges: "Confirm Changes",
  profileUpdatesSubmitted: "PROFILE UPDATES SUBMITTED",
  editProfile: "Edit Profile",

  connectToStart: "Connect your wallet to get started",
  noBnsName: "You don't have a BNS name",
  alreadyHasProfile: "You've already made a profile",
  creationInProgress: "Profile creation in progress",
  creationPendingNotice: "Account Creation Pending Chain Confimration",
  summary: "SUMMARY",

  myEvents: "MY EVENTS",
  pendingMyApproval: "ENDORSEMENTS PENDING MY APPROVAL",
  noEndorsementsPending: "No Endorsements Pending",

  applyForOrganization: "APPLY TO CREATE AN ORGANIZATION",
  principalPlaceholder: "SPxxx",
  lookUpBnsName: "Look Up BNS Name",
  confirmAdmin: "Confirm Admin",
  changeAdminInfo: "Change Admin Info",
  createOrganization: "Create ORGANIZATION",
  applicationSubmitted: "Organization application submitted",

  applicationError: "Unexpected Application Error!",
};

/** Messages that the specification does not have. */
const own: (keyof typeof messages)[] = [
  "titleTooLong",
  "noSingleKey",
  "suspended",
  "withdrawnByAuthor",
  "showWords",
  "requests",
  "suggestionsWaiting",
  "acceptSuggestion",
  "blockAndRejectAll",
];

test("contains every string of the specification to the letter", () => {
  expect(messages).toMatchObject(specified);
});

test("contains nothing else but our own messages", () => {
  const known = new Set<string>([...Object.keys(specified), ...own]);
  expect(Object.keys(messages).filter((key) => !known.has(key))).toEqual([]);
});

test("puts names and counts into messages", () => {
  expect(followingMessage("alice.btc")).toBe("Following alice.btc");
  expect(unfollowingMessage("alice.btc")).toBe("Unfollowing alice.btc");
  expect([0, 1, 2].map(sayEndorsements)).toEqual([
    "0 Endorsements",
    "1 Endorsement",
    "2 Endorsements",
  ]);
});

test("has the specification's times", () => {
  expect(times).toMatchObject({
    refetch: 300_000,
    cache: 5 * 60_000,
    retries: 3,
    retryCap: 30_000,
    chunkLoad: 120_000,
    toast: 2_000,
    warningToast: 10_000,
    defaultToast: 5_000,
  });
});
