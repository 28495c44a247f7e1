/** Limits of the product that both sides hold to. Lengths of text count Unicode code points, as Clarity does. */
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
  imageAddressBytes: 256,
  /** An uploaded image must be smaller than this. */
  imageBytes: 10_000_000,
  /** Width and height of an uploaded image must both be smaller than this. */
  imagePixels: 2500,
  imageResizeHeight: 500,
  imageResizeQuality: 0.9,
  /** The widths at which a stored image may be asked for, each wide enough to fill a square. */
  imageWidths: [64, 128, 256, 384, 640],
  organizationAdmins: 10,
  pageItems: 100,
  defaultPageItems: 30,
  searchCodePoints: 100,
} as const;

/** Times of the product, in milliseconds. */
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
  challenge: 10 * 60 * 1000,
  /** A pending event whose transaction no node has ever seen is given up after this. */
  pendingEvent: 60 * 60 * 1000,
} as const;
