import { limits } from "./limits.ts";

/** Texts that the specification fixes to the letter, odd spelling included, and those that both sides use. */
export const messages = {
  // Sign-in
  loginToEndorse: "Please log in to send a endorsement",
  connectToContinue: "Please connect your wallet to continue",
  loginToReject: "You must be logged in to reject a milestone",
  loginToCreateOrg: "Please log in as admin to create an org",
  singleWallet: "Please make sure to use a single wallet for sign in!",
  walletDisconnected: "Wallet disconnected",

  // Forms
  selectImage: "Please select an image",
  selectRecipient: "Please select a recipient",
  selectAdmin: "Please select a admin representative",
  selectMilestone: "Please select a milestone to edit",
  required: "This field is required",
  titleTooLong: `Title must be at most ${limits.titleCodePoints} characters`,
  descriptionTooLong: "Description must be less than 2048 characters",
  statementTooLong: "Statement must be less than 1024 characters",
  singleImageFile: "Please upload a single image file",
  imageFile: "Please upload an image file",
  imageTooHeavy: "Please upload an image smaller than 10MB",
  imageTooLarge: "Image is larger than 2500x2500 pixels wide",
  invalidEmail: "Please enter a valid email address",
  tooManyAdmins: "Exceeded max number of admins (10), Please click on a user to remove them",

  // Flow
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

  // Wallet and session
  noHiroExtension: "Unable to authenticate without Hiro Wallet extension",
  hiroNotInstalled: "Hiro Wallet not installed",
  existingSession: "Existing user session found.",
  invalidAuthResponse: "Invalid authentication response.",
  noUserData: "No user data found. Did the user sign in?",
  failedToLogin: "Failed to login: ",
  undecryptable: "Unable to decrypt cipher object.",
  noSessionData: "No session data was found.",
  noSingleKey:
    "A multi-signature account or a contract cannot sign in here: it has no single key that signs a message. Sign in with an account of your own. It can still send transactions through your wallet.",
  suspended: "A watcher suspended this account. It can only reject, withdraw, remove and resign.",

  // Header and menu
  connectWallet: "Connect Wallet",
  disconnectWallet: "Disconnect Wallet",
  createProfile: "Create Profile",
  profilePending: "PROFILE PENDING CONFIRMATION",

  // Footer
  footerFaqs: "FAQ's",
  footerContact: "Contact Us",

  // Landing and contact
  createYourProfile: "Create Your Profile",
  dontHaveWallet: "Don't have a wallet",
  learnMore: "Learn more",
  skillEndorsementNfts: "Skill Endorsement NFTs",
  ordinals: "Ordinals",
  formSubmitted: "Form Submitted",
  goHome: "Go Home",
  sendAnotherMessage: "Send another message",

  // Feed, cards and directory
  searchByName: "Search by name",
  emptyFeed: "No Endorsements Found, Be the first to Endorse someone today!",
  sendEndorsement: "Send a Endorsement",
  noSearchResult: "No Search Result Found",
  noResults: "No results found",
  pendingApproval: "Pending Approval",
  withdrawnByAuthor: "Withdrawn by its author",
  showWords: "Show words",
  to: "to",
  exit: "Exit",
  viewProfile: "View Profile",
  follow: "Follow",
  unfollow: "Unfollow",

  // New endorsement
  needProfileToIssue: "You need a profile to issue an endorsement",
  issueEndorsement: "Issue Endorsement",
  selectImageFromWallet: "Select Image From Wallet",
  sendAsOrganization: "Send As Organization",
  submitEndorsement: "SEND ENDORSEMENT TO RECIPIENT FOR APPROVAL",
  endorsementSent: "Endorsement HAS BEEN SENT",
  goBack: "Go Back",
  sendNewEndorsement: "Send New Endorsement",

  // Profiles
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

  // Edit endorsement
  editPendingEndorsement: "edit pending endorsement",
  submitEditRequest: "Submit edit request",
  approveOrReject: "Approve or reject endorsement",

  // Manage endorsement
  accept: "ACCEPT",
  reject: "Reject",
  endorsementApproved: "ENDORSEMENT HAS BEEN APPROVED",
  endorsementRejected: "ENDORSEMENT HAS BEEN REJECTED",
  pendingOnChain: "Pending confirmation on chain",

  // Edit profile
  createAccountToEdit: "Create an Account to Edit Your Profile",
  confirmChanges: "Confirm Changes",
  profileUpdatesSubmitted: "PROFILE UPDATES SUBMITTED",
  editProfile: "Edit Profile",

  // Create profile
  connectToStart: "Connect your wallet to get started",
  noBnsName: "You don't have a BNS name",
  alreadyHasProfile: "You've already made a profile",
  creationInProgress: "Profile creation in progress",
  creationPendingNotice: "Account Creation Pending Chain Confimration",
  summary: "SUMMARY",

  // Events
  myEvents: "MY EVENTS",
  pendingMyApproval: "ENDORSEMENTS PENDING MY APPROVAL",
  noEndorsementsPending: "No Endorsements Pending",
  requests: "Requests",
  suggestionsWaiting: "SUGGESTIONS WAITING FOR YOU",
  acceptSuggestion: "Accept suggestion",
  blockAndRejectAll: "Block and reject all",

  // Create organization
  applyForOrganization: "APPLY TO CREATE AN ORGANIZATION",
  principalPlaceholder: "SPxxx",
  lookUpBnsName: "Look Up BNS Name",
  confirmAdmin: "Confirm Admin",
  changeAdminInfo: "Change Admin Info",
  createOrganization: "Create ORGANIZATION",
  applicationSubmitted: "Organization application submitted",

  // Errors of pages
  applicationError: "Unexpected Application Error!",
} as const;

/** 'Following {name}' */
export const followingMessage = (name: string) => `Following ${name}`;

/** 'Unfollowing {name}' */
export const unfollowingMessage = (name: string) => `Unfollowing ${name}`;

/** 'Suggested by {name}, not accepted' */
export const suggestedByMessage = (name: string) => `Suggested by ${name}, not accepted`;

/** '{name} is asked to accept your words' */
export const askedToAcceptMessage = (name: string) => `${name} is asked to accept your words`;

/** `1 Endorsement`, `2 Endorsements`: singular for 1 only. */
export const sayEndorsements = (count: number) =>
  `${count} ${count === 1 ? "Endorsement" : "Endorsements"}`;
