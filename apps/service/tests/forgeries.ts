import { createHash } from "node:crypto";
import type { SignIn } from "@colonnade/domain/session.ts";
import { hashMessage } from "@stacks/encryption";
import {
  Cl,
  getAddressFromPublicKey,
  signMessageHashRsv,
  signStructuredData,
} from "@stacks/transactions";
import { signedChallenge } from "./support/fixture.ts";
import { alice, bob, type Person } from "./support/people.ts";
