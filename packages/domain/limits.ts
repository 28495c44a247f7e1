/** Limits that the web app and the service share. Text lengths count Unicode code points, as Clarity does. */
export const limits = {
  titleCodePoints: 128,
  descriptionCodePoints: 2048,
  statementCodePoints: 1024,
  organizationNameCodePoints: 64,
  websiteCodePoints: 256,
  contactNameCodePoints: 200,
  contactEmailCodePoints: 320,
  contactMessageCodePoints: 5000,
  declineReasonCodePoints: 1000,
  withdrawalReasonCodePoints: 256,
  reportReasonCodePoints: 1000,
  imageAddressBytes: 256,
  /** An uploaded image must be smaller than this. */
  imageBytes: 10_000_000,
  /** Width and height of an uploaded image must both be smaller than this. */
  imagePixels: 2500,
  imageResizeHeight: 500,
  imageResizeQuality: 0.9,
  /** The most bytes of a stored image. */
  storedImageBytes: 400_000,
  /** The most bytes of all images that one person has uploaded. */
  imagesOfOneBytes: 40_000_000,
  /** The widths that stored images are served at, in pixels. */
  imageWidths: [64, 128, 256, 384, 640],
  organizationAdmins: 10,
  /** Endorsements of one sender, or of one sender for one organization, that may wait for one receiver. */
  waitingFromOneSender: 3,
  /** Endorsements that one transaction may reject. */
  rejectedAtOnce: 20,
  /** A signed date that is this many blocks older than the block that recorded it is shown as claimed. */
  blocksUntilClaimed: 1000,
  /** Bytes of a signed call that are kept for an endorsement's proof. The longest words take less than a third. */
  rawTransactionBytes: 32_768,
  pageItems: 100,
  defaultPageItems: 30,
  searchCodePoints: 100,
} as const;

/** Times and counts for caching, retries, toasts, sessions and pending events. Times are in milliseconds. */
export const times = {
  refetch: 300_000,
  cache: 300_000,
  retries: 3,
  retryCap: 30_000,
  chunkLoad: 120_000,
  toast: 2_000,
  warningToast: 10_000,
  defaultToast: 5_000,
  session: 7 * 24 * 60 * 60 * 1000,
  /** A session that makes no request for this long ends. */
  sessionIdle: 24 * 60 * 60 * 1000,
  challenge: 10 * 60 * 1000,
  /** An image that the chain does not name is removed so long after its upload. */
  unusedImage: 24 * 60 * 60 * 1000,
  /** The time that a person has to sign for an unused image, and the network to hear of it. */
  signing: 2 * 60 * 60 * 1000,
  /** A pending event whose transaction no node has ever seen is given up after this. */
  pendingEvent: 60 * 60 * 1000,
} as const;
