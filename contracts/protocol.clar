;; Colonnade protocol (alpha): the state and the rules.
;;
;; This is the one contract that people call. The actor is always the
;; contract-caller. So a contract (a smart wallet) can own a profile, and no contract
;; can act for the user who calls it.
;;
;; Every write prints {topic, ...all it changed}. The topic is the function's name.
;; An indexer needs nothing but these prints.
;;
;; Error codes: u1000 to u1499.

;; --- Errors: roles

;; The caller is not the owner of this contract.
(define-constant ERR-NOT-OWNER (err u1000))

;; The principal is not a watcher.
(define-constant ERR-NOT-WATCHER (err u1001))

;; The principal is a watcher already.
(define-constant ERR-ALREADY-WATCHER (err u1002))

;; The principal is not the proposed owner.
(define-constant ERR-NOT-PROPOSED-OWNER (err u1003))

;; A watcher suspended the caller.
(define-constant ERR-SUSPENDED (err u1004))

;; The principal is suspended already.
(define-constant ERR-ALREADY-SUSPENDED (err u1005))

;; The principal is not suspended.
(define-constant ERR-NOT-SUSPENDED (err u1006))

;; --- Errors: profiles

;; The caller has a profile already.
(define-constant ERR-PROFILE-EXISTS (err u1100))

;; The principal has no profile.
(define-constant ERR-NO-PROFILE (err u1101))

;; BNS does not know the name.
(define-constant ERR-NAME-NOT-FOUND (err u1102))

;; The name belongs to somebody else.
(define-constant ERR-NOT-NAME-OWNER (err u1103))

;; The name has to be renewed first.
(define-constant ERR-NAME-EXPIRED (err u1104))

;; --- Errors: organizations

;; There is no such organization.
(define-constant ERR-ORGANIZATION-NOT-FOUND (err u1200))

;; An organization has, or had, this name.
(define-constant ERR-ORGANIZATION-NAME-TAKEN (err u1201))

;; The caller is not the admin of the organization.
(define-constant ERR-NOT-ADMIN (err u1202))

;; The principal does not represent the organization and is not invited to.
(define-constant ERR-NOT-REPRESENTATIVE (err u1203))

;; The principal represents the organization already, or is invited to.
(define-constant ERR-ALREADY-REPRESENTATIVE (err u1204))

;; The organization's members and invitations are ten already.
(define-constant ERR-TOO-MANY-REPRESENTATIVES (err u1205))

;; The organization is closed.
(define-constant ERR-ORGANIZATION-CLOSED (err u1206))

;; The caller is not invited to represent the organization.
(define-constant ERR-NOT-INVITED (err u1207))

;; The admin cannot resign, but can propose another admin.
(define-constant ERR-ADMIN-CANNOT-RESIGN (err u1208))

;; Nobody proposed the caller as the organization's admin.
(define-constant ERR-NOT-PROPOSED-ADMIN (err u1209))

;; The present admin may still refuse the watcher's proposal.
(define-constant ERR-REPLACEMENT-TOO-EARLY (err u1210))

;; No watcher proposed another admin.
(define-constant ERR-NO-REPLACEMENT (err u1211))

;; --- Errors: endorsements

;; There is no such endorsement.
(define-constant ERR-ENDORSEMENT-NOT-FOUND (err u1300))

;; An endorsement can be sent in one's own name only.
(define-constant ERR-NOT-SENDER (err u1301))

;; Nobody endorses themselves.
(define-constant ERR-SELF-ENDORSEMENT (err u1302))

;; The receiver has no profile.
(define-constant ERR-RECEIVER-HAS-NO-PROFILE (err u1303))

;; The height lies in the future.
(define-constant ERR-FUTURE-HEIGHT (err u1304))

;; The caller is neither the sender nor the receiver of the endorsement.
(define-constant ERR-NOT-PARTY (err u1305))

;; The caller is not the receiver of the endorsement.
(define-constant ERR-NOT-RECEIVER (err u1306))

;; The endorsement does not wait for a decision any more.
(define-constant ERR-NOT-PENDING (err u1307))

;; The endorsement is not approved.
(define-constant ERR-NOT-APPROVED (err u1308))

;; The height is zero.
(define-constant ERR-ZERO-HEIGHT (err u1309))

;; The principal has blocked the caller or the organization.
(define-constant ERR-BLOCKED (err u1310))

;; Three endorsements of this sender wait for this receiver already.
(define-constant ERR-TOO-MANY-WAITING (err u1311))

;; A watcher suspended the sender.
(define-constant ERR-SENDER-SUSPENDED (err u1312))

;; The caller may not withdraw the endorsement.
(define-constant ERR-MAY-NOT-WITHDRAW (err u1313))

;; The endorsement has no token.
(define-constant ERR-NOT-EARNED (err u1314))

;; The caller has blocked this sender or organization already.
(define-constant ERR-ALREADY-BLOCKED (err u1315))

;; The caller has not blocked this sender or organization.
(define-constant ERR-NOT-BLOCKED (err u1316))

;; --- Errors: words

;; The title is empty.
(define-constant ERR-EMPTY-TITLE (err u1400))

;; The description is empty.
(define-constant ERR-EMPTY-DESCRIPTION (err u1401))

;; The image address is empty.
(define-constant ERR-EMPTY-IMAGE (err u1402))

;; The organization's name is empty.
(define-constant ERR-EMPTY-NAME (err u1403))

;; --- State

(define-constant PENDING "pending")
(define-constant APPROVED "approved")
(define-constant BURNED "burned")
(define-constant WITHDRAWN "withdrawn")
(define-constant DISCARDED "discarded")

;; Endorsements of one sender, or of one sender for one organization, that may wait
;; for one receiver.
(define-constant MAX-WAITING u3)

;; Burn blocks in which an admin may refuse the one whom a watcher proposed: two weeks.
(define-constant REPLACEMENT-DELAY u2016)

(define-data-var owner principal tx-sender)

(define-data-var proposed-owner (optional principal) none)

(define-map watchers principal bool)

;; The principals whom a watcher removed. None of them has a profile.
(define-map suspended principal bool)

(define-map profiles principal {
  bns: (buff 20),
  bns-name: (buff 48),
  statement: (optional (string-utf8 1024)),
  image: (string-ascii 256),
})

;; The principal whose profile has a name. A name has one profile at most.
(define-map holders { bns: (buff 20), bns-name: (buff 48) } principal)

(define-data-var last-organization-id uint u0)

(define-map organizations uint {
  name: (string-utf8 64),
  logo: (string-ascii 256),
  description: (string-utf8 2048),
  website: (string-utf8 256),
})

;; Names are never used again, also after an organization is closed.
(define-map organization-ids (string-utf8 64) uint)

;; Who may send as an organization: its admin and its members, while it is open. They
;; are not in the organizations map because every submission reads them.
(define-map seats uint {
  admin: principal,
  open: bool,
  members: (list 10 principal),
  invited: (list 10 principal),
})

;; The next admin, whom the present admin proposed.
(define-map proposed-admins uint principal)

;; The next admin, whom a watcher proposed, and the burn block height from which they
;; may accept.
(define-map replacements uint { admin: principal, from: uint })

;; The right to decide on endorsement `id` with exactly these words, held by its
;; receiver. `words` is `hash-words` of what the author stands by. The author's edit
;; burns it and mints the next one. So a transaction with the post-condition "the
;; receiver sends {id, words}" fails if the words have changed since it was signed.
(define-non-fungible-token pending-endorsement { id: uint, words: (buff 32) })

(define-data-var last-endorsement-id uint u0)

;; `words` is the digest in the pending asset. `earned` is true once it was approved.
(define-map endorsements uint {
  sender: principal,
  receiver: principal,
  org: (optional { id: uint, name: (string-utf8 64) }),
  words: (buff 32),
  status: (string-ascii 9),
  earned: bool,
  shown: bool,
})

;; The words that the author stands by.
(define-map standing-words uint {
  title: (string-utf8 128),
  date: uint,
  description: (string-utf8 2048),
  image: (string-ascii 256),
})

;; The words that the receiver of a pending endorsement proposes.
(define-map suggestions uint {
  title: (string-utf8 128),
  date: uint,
  description: (string-utf8 2048),
  image: (string-ascii 256),
})

;; How many endorsements of a sender, for an organization or for none, wait for a
;; receiver.
(define-map waiting
  { sender: principal, receiver: principal, org: (optional uint) }
  uint)

(define-map blocked-senders { receiver: principal, sender: principal } bool)

(define-map blocked-organizations { receiver: principal, org: uint } bool)

;; --- Reading

(define-read-only (get-contract-owner)
  (var-get owner))

(define-read-only (is-watcher (who principal))
  (default-to false (map-get? watchers who)))

(define-read-only (is-suspended (who principal))
  (default-to false (map-get? suspended who)))

(define-read-only (get-profile (who principal))
  (map-get? profiles who))

(define-read-only (get-profile-by-name (bns (buff 20)) (bns-name (buff 48)))
  (match (map-get? holders { bns: bns, bns-name: bns-name })
    holder (some (merge (unwrap-panic (map-get? profiles holder)) { principal: holder }))
    none))

(define-read-only (get-last-organization-id)
  (var-get last-organization-id))

;; `proposed-admin` is whom the present admin proposed, `replacement` whom a watcher
;; did.
(define-read-only (get-organization (id uint))
  (match (map-get? organizations id)
    organization (some (merge
      (merge organization (unwrap-panic (map-get? seats id)))
      {
        id: id,
        proposed-admin: (map-get? proposed-admins id),
        replacement: (map-get? replacements id),
      }))
    none))

(define-read-only (get-organization-by-name (name (string-utf8 64)))
  (match (map-get? organization-ids name)
    id (get-organization id)
    none))

;; Whether a principal is the organization's admin or a member.
(define-read-only (is-representative (org uint) (who principal))
  (match (map-get? seats org)
    seat (or (is-eq who (get admin seat)) (is-some (index-of? (get members seat) who)))
    false))

(define-read-only (get-last-endorsement-id)
  (var-get last-endorsement-id))

;; `title`, `date`, `description` and `image` are the words that the author stands by.
;; `suggestion` has the words that the receiver proposes.
(define-read-only (get-endorsement (id uint))
  (match (map-get? endorsements id)
    endorsement (some (merge
      (merge endorsement (unwrap-panic (map-get? standing-words id)))
      { id: id, suggestion: (map-get? suggestions id) }))
    none))

;; The receiver, if the endorsement is pending and the author stands by these words;
;; else none.
(define-read-only (get-pending-owner (id uint) (words (buff 32)))
  (nft-get-owner? pending-endorsement { id: id, words: words }))

(define-read-only (is-sender-blocked (receiver principal) (sender principal))
  (default-to false (map-get? blocked-senders { receiver: receiver, sender: sender })))

(define-read-only (is-organization-blocked (receiver principal) (org uint))
  (default-to false (map-get? blocked-organizations { receiver: receiver, org: org })))

;; The digest of the words of an endorsement: SHA-256 of the consensus bytes of this
;; tuple. `org` is the organization's name.
(define-read-only (hash-words (words {
    sender: principal,
    org: (optional (string-utf8 64)),
    title: (string-utf8 128),
    date: uint,
    description: (string-utf8 2048),
    image: (string-ascii 256),
  }))
  (sha256 (unwrap-panic (to-consensus-buff? words))))

;; --- Roles

;; Proposes the next owner of this contract, who becomes it by `accept-owner`. Whoever
;; proposes themselves takes the proposal back. Owner only.
;; Prints propose-owner: {topic, owner, by}.
(define-public (propose-owner (who principal))
  (begin
    (try! (check-owner))
    (var-set proposed-owner (if (is-eq who contract-caller) none (some who)))
    (print { topic: "propose-owner", owner: who, by: contract-caller })
    (ok true)))

;; Becomes the owner of this contract. The proposed owner only.
;; Prints accept-owner: {topic, owner}.
(define-public (accept-owner)
  (begin
    (asserts! (is-eq (some contract-caller) (var-get proposed-owner)) ERR-NOT-PROPOSED-OWNER)
    (var-set owner contract-caller)
    (var-set proposed-owner none)
    (print { topic: "accept-owner", owner: contract-caller })
    (ok true)))

;; Lets a principal admit organizations and suspend abusive people. Owner only.
;; Prints add-watcher: {topic, watcher, by}.
(define-public (add-watcher (watcher principal))
  (begin
    (try! (check-owner))
    (asserts! (map-insert watchers watcher true) ERR-ALREADY-WATCHER)
    (print { topic: "add-watcher", watcher: watcher, by: contract-caller })
    (ok true)))

;; Takes that right from a watcher. Owner only.
;; Prints remove-watcher: {topic, watcher, by}.
(define-public (remove-watcher (watcher principal))
  (begin
    (try! (check-owner))
    (asserts! (map-delete watchers watcher) ERR-NOT-WATCHER)
    (print { topic: "remove-watcher", watcher: watcher, by: contract-caller })
    (ok true)))

;; Suspends a principal, with a profile or without. The profile is removed. Until
;; `watcher-restore-profile` they cannot register, send, edit, approve, invite, accept a
;; role, propose an admin, remove representatives, close an organization or give a
;; reason for a withdrawal. Nothing that they sent can be approved. What was approved
;; stays. Watchers only.
;; Prints watcher-remove-profile: {topic, principal, watcher}.
(define-public (watcher-remove-profile (who principal))
  (begin
    (try! (check-watcher))
    (asserts! (map-insert suspended who true) ERR-ALREADY-SUSPENDED)
    (delete-profile who)
    (print { topic: "watcher-remove-profile", principal: who, watcher: contract-caller })
    (ok true)))

;; Ends a suspension. It does not bring the profile back. Watchers only.
;; Prints watcher-restore-profile: {topic, principal, watcher}.
(define-public (watcher-restore-profile (who principal))
  (begin
    (try! (check-watcher))
    (asserts! (map-delete suspended who) ERR-NOT-SUSPENDED)
    (print { topic: "watcher-restore-profile", principal: who, watcher: contract-caller })
    (ok true)))

;; --- Profiles

;; Makes a profile under a BNS name that the caller owns. If a former owner of the
;; name has a profile under it, that profile is removed.
;; Prints register-profile: {topic, principal, bns, bns-name, statement, image}.
;; If a profile was removed, it first prints remove-profile: {topic, principal,
;; reason: "name-moved"}.
(define-public (register-profile
    (bns (buff 20))
    (bns-name (buff 48))
    (statement (optional (string-utf8 1024)))
    (image (string-ascii 256)))
  (begin
    (try! (check-not-suspended))
    (try! (check-image image))
    (try! (check-name bns bns-name))
    (asserts!
      (map-insert profiles contract-caller {
        bns: bns,
        bns-name: bns-name,
        statement: statement,
        image: image,
      })
      ERR-PROFILE-EXISTS)
    (match (map-get? holders { bns: bns, bns-name: bns-name })
      former (begin
        (map-delete profiles former)
        (print { topic: "remove-profile", principal: former, reason: "name-moved" })
        true)
      true)
    (map-set holders { bns: bns, bns-name: bns-name } contract-caller)
    (print {
      topic: "register-profile",
      principal: contract-caller,
      bns: bns,
      bns-name: bns-name,
      statement: statement,
      image: image,
    })
    (ok true)))

;; Removes the caller's profile. Endorsements stay.
;; Prints remove-profile: {topic, principal, reason: "owner"}.
(define-public (remove-profile)
  (begin
    (asserts! (delete-profile contract-caller) ERR-NO-PROFILE)
    (print { topic: "remove-profile", principal: contract-caller, reason: "owner" })
    (ok true)))

;; Changes the statement of the caller's profile. It may be empty.
;; Prints update-statement: {topic, principal, statement}.
(define-public (update-statement (statement (string-utf8 1024)))
  (let ((profile (unwrap! (map-get? profiles contract-caller) ERR-NO-PROFILE)))
    (map-set profiles contract-caller (merge profile { statement: (some statement) }))
    (print { topic: "update-statement", principal: contract-caller, statement: statement })
    (ok true)))

;; Changes the image of the caller's profile.
;; Prints update-profile-image-url: {topic, principal, image}.
(define-public (update-profile-image-url (image (string-ascii 256)))
  (let ((profile (unwrap! (map-get? profiles contract-caller) ERR-NO-PROFILE)))
    (try! (check-image image))
    (map-set profiles contract-caller (merge profile { image: image }))
    (print { topic: "update-profile-image-url", principal: contract-caller, image: image })
    (ok true)))

;; --- Organizations

;; Admits an organization and returns its id. It is open, and its admin represents it
;; without a call of their own. The others are invited, but not those who have blocked
;; the admin. So nobody can hold up a founding by a block. Watchers only.
;; Prints watcher-new-organization: {topic, id, admin, name, logo, description,
;; website, invited, watcher}.
(define-public (watcher-new-organization
    (admin principal)
    (name (string-utf8 64))
    (logo (string-ascii 256))
    (description (string-utf8 2048))
    (website (string-utf8 256))
    (representatives (list 10 principal)))
  (let (
      (id (+ (var-get last-organization-id) u1))
      (unfilled { admin: admin, open: true, members: (list), invited: (list) })
      (seat (fold invite-unless-blocked representatives unfilled))
    )
    (try! (check-watcher))
    (asserts! (> (len name) u0) ERR-EMPTY-NAME)
    (try! (check-image logo))
    (try! (check-description description))
    (asserts! (is-none (index-of? representatives admin)) ERR-ALREADY-REPRESENTATIVE)
    (try! (fold check-distinct representatives (ok (list))))
    (asserts! (map-insert organization-ids name id) ERR-ORGANIZATION-NAME-TAKEN)
    (var-set last-organization-id id)
    (map-set organizations id {
      name: name,
      logo: logo,
      description: description,
      website: website,
    })
    (map-set seats id seat)
    (print {
      topic: "watcher-new-organization",
      id: id,
      admin: admin,
      name: name,
      logo: logo,
      description: description,
      website: website,
      invited: (get invited seat),
      watcher: contract-caller,
    })
    (ok id)))

;; Invites a principal to represent the organization, unless they have blocked it or
;; its admin. Members and invitations are ten at most. Its admin only.
;; Prints add-representative: {topic, id, representative, by}.
(define-public (add-representative (org uint) (representative principal))
  (let (
      (seat (try! (find-seat org)))
      (invited (get invited seat))
      (present (concat (get members seat) invited))
    )
    (try! (check-admin seat))
    (try! (check-not-suspended))
    (asserts! (get open seat) ERR-ORGANIZATION-CLOSED)
    (asserts! (not (is-eq representative (get admin seat))) ERR-ALREADY-REPRESENTATIVE)
    (asserts! (is-none (index-of? present representative)) ERR-ALREADY-REPRESENTATIVE)
    (asserts! (< (len present) u10) ERR-TOO-MANY-REPRESENTATIVES)
    (try! (check-not-blocked representative (some org)))
    (map-set seats org (merge seat { invited: (including invited representative) }))
    (print {
      topic: "add-representative",
      id: org,
      representative: representative,
      by: contract-caller,
    })
    (ok true)))

;; Becomes a member, who may send as the organization. Invited principals only.
;; Prints accept-representation: {topic, id, representative}.
(define-public (accept-representation (org uint))
  (let (
      (seat (try! (find-seat org)))
      (invited (get invited seat))
    )
    (try! (check-not-suspended))
    (asserts! (get open seat) ERR-ORGANIZATION-CLOSED)
    (asserts! (is-some (index-of? invited contract-caller)) ERR-NOT-INVITED)
    (map-set seats org (merge seat {
      members: (including (get members seat) contract-caller),
      invited: (without invited contract-caller),
    }))
    (print { topic: "accept-representation", id: org, representative: contract-caller })
    (ok true)))

;; Declines an invitation. Invited principals only.
;; Prints decline-representation: {topic, id, representative}.
(define-public (decline-representation (org uint))
  (let (
      (seat (try! (find-seat org)))
      (invited (get invited seat))
    )
    (asserts! (is-some (index-of? invited contract-caller)) ERR-NOT-INVITED)
    (map-set seats org (merge seat { invited: (without invited contract-caller) }))
    (print { topic: "decline-representation", id: org, representative: contract-caller })
    (ok true)))

;; Leaves the organization. Members only; the admin hands over instead.
;; Prints resign-representation: {topic, id, representative}.
(define-public (resign-representation (org uint))
  (let (
      (seat (try! (find-seat org)))
      (members (get members seat))
    )
    (asserts! (not (is-eq contract-caller (get admin seat))) ERR-ADMIN-CANNOT-RESIGN)
    (asserts! (is-some (index-of? members contract-caller)) ERR-NOT-REPRESENTATIVE)
    (map-set seats org (merge seat { members: (without members contract-caller) }))
    (print { topic: "resign-representation", id: org, representative: contract-caller })
    (ok true)))

;; Removes a member, or takes an invitation back. The organization's admin only.
;; Prints remove-representative: {topic, id, representative, by}.
(define-public (remove-representative (org uint) (representative principal))
  (let (
      (seat (try! (find-seat org)))
      (members (get members seat))
      (invited (get invited seat))
    )
    (try! (check-admin seat))
    (try! (check-not-suspended))
    (asserts! (is-some (index-of? (concat members invited) representative))
      ERR-NOT-REPRESENTATIVE)
    (map-set seats org (merge seat {
      members: (without members representative),
      invited: (without invited representative),
    }))
    (print {
      topic: "remove-representative",
      id: org,
      representative: representative,
      by: contract-caller,
    })
    (ok true)))

;; Proposes the organization's next admin, who becomes it by `accept-admin`, unless they
;; have blocked it or its admin. An admin who proposes themselves takes the proposal
;; back. Its admin only.
;; Prints propose-admin: {topic, id, admin, by}.
(define-public (propose-admin (org uint) (who principal))
  (let ((seat (try! (find-seat org))))
    (try! (check-admin seat))
    (try! (check-not-suspended))
    (if (is-eq who contract-caller)
      (map-delete proposed-admins org)
      (begin
        (try! (check-not-blocked who (some org)))
        (map-set proposed-admins org who)))
    (print { topic: "propose-admin", id: org, admin: who, by: contract-caller })
    (ok true)))

;; Proposes another admin where the present one has lost their key. They may accept
;; after 2,016 burn blocks unless the present admin refuses. A watcher who proposes the
;; present admin takes the proposal back. Watchers only.
;; Prints watcher-replace-admin: {topic, id, admin, from, watcher}.
(define-public (watcher-replace-admin (org uint) (who principal))
  (let (
      (seat (try! (find-seat org)))
      (from (+ burn-block-height REPLACEMENT-DELAY))
    )
    (try! (check-watcher))
    (if (is-eq who (get admin seat))
      (map-delete replacements org)
      (map-set replacements org { admin: who, from: from }))
    (print {
      topic: "watcher-replace-admin",
      id: org,
      admin: who,
      from: from,
      watcher: contract-caller,
    })
    (ok true)))

;; Refuses the admin whom a watcher proposed. The organization's admin only, suspended
;; or not: else a watcher could take over an organization by suspending its admin.
;; Prints refuse-replacement: {topic, id, admin, by}.
(define-public (refuse-replacement (org uint))
  (let (
      (seat (try! (find-seat org)))
      (replacement (unwrap! (map-get? replacements org) ERR-NO-REPLACEMENT))
    )
    (try! (check-admin seat))
    (map-delete replacements org)
    (print {
      topic: "refuse-replacement",
      id: org,
      admin: (get admin replacement),
      by: contract-caller,
    })
    (ok true)))

;; Becomes the organization's admin. The former admin represents it no more. The
;; proposed admin only; whom a watcher proposed, after the delay.
;; Prints accept-admin: {topic, id, admin, former}.
(define-public (accept-admin (org uint))
  (let ((seat (try! (find-seat org))))
    (try! (check-not-suspended))
    (try! (check-proposed org))
    (map-set seats org (merge seat {
      admin: contract-caller,
      members: (without (get members seat) contract-caller),
      invited: (without (get invited seat) contract-caller),
    }))
    (map-delete proposed-admins org)
    (map-delete replacements org)
    (print {
      topic: "accept-admin",
      id: org,
      admin: contract-caller,
      former: (get admin seat),
    })
    (ok true)))

;; Declines to become the organization's admin, whether its admin or a watcher proposed
;; it. The proposed admin only.
;; Prints decline-admin: {topic, id, admin}.
(define-public (decline-admin (org uint))
  (let (
      (by-admin (is-eq (some contract-caller) (map-get? proposed-admins org)))
      (by-watcher (is-eq (some contract-caller) (get admin (map-get? replacements org))))
    )
    (asserts! (or by-admin by-watcher) ERR-NOT-PROPOSED-ADMIN)
    (and by-admin (map-delete proposed-admins org))
    (and by-watcher (map-delete replacements org))
    (print { topic: "decline-admin", id: org, admin: contract-caller })
    (ok true)))

;; Ends sending and approving in the organization's name for good. What was approved
;; stays. Its admin and watchers only.
;; Prints close-organization: {topic, id, by}.
(define-public (close-organization (org uint))
  (let ((seat (try! (find-seat org))))
    (if (is-watcher contract-caller)
      true
      (begin
        (try! (check-admin seat))
        (try! (check-not-suspended))))
    (asserts! (get open seat) ERR-ORGANIZATION-CLOSED)
    (map-set seats org (merge seat { open: false }))
    (print { topic: "close-organization", id: org, by: contract-caller })
    (ok true)))

;; --- Endorsements

;; Sends an endorsement to somebody for approval, in one's own name or as a
;; representative of an open organization. `height` is the Stacks block height that
;; dates it. Returns its id.
;; Prints submit-endorsement: {topic, id, words, sender, receiver, title,
;; block-height, description, image, org: (optional {id, name})}.
(define-public (submit-endorsement
    (sender principal)
    (receiver principal)
    (title (string-utf8 128))
    (height uint)
    (description (string-utf8 2048))
    (image (string-ascii 256))
    (org (optional (string-utf8 64))))
  (let (
      (id (+ (var-get last-endorsement-id) u1))
      (sent-as (try! (find-represented org)))
      (words (hash-words {
        sender: sender,
        org: org,
        title: title,
        date: height,
        description: description,
        image: image,
      }))
    )
    (asserts! (is-eq sender contract-caller) ERR-NOT-SENDER)
    (asserts! (not (is-eq sender receiver)) ERR-SELF-ENDORSEMENT)
    (try! (check-not-suspended))
    (asserts! (is-some (map-get? profiles sender)) ERR-NO-PROFILE)
    (asserts! (is-some (map-get? profiles receiver)) ERR-RECEIVER-HAS-NO-PROFILE)
    (try! (check-not-blocked receiver (get id sent-as)))
    (try! (check-words title height description image))
    (try! (add-waiting sender receiver (get id sent-as)))
    (var-set last-endorsement-id id)
    (map-set endorsements id {
      sender: sender,
      receiver: receiver,
      org: sent-as,
      words: words,
      status: PENDING,
      earned: false,
      shown: true,
    })
    (map-set standing-words id {
      title: title,
      date: height,
      description: description,
      image: image,
    })
    (try! (nft-mint? pending-endorsement { id: id, words: words } receiver))
    (print {
      topic: "submit-endorsement",
      id: id,
      words: words,
      sender: sender,
      receiver: receiver,
      title: title,
      block-height: height,
      description: description,
      image: image,
      org: sent-as,
    })
    (ok id)))

;; Changes the words of a pending endorsement. The sender stands by the new ones from
;; then on, and an open suggestion is dropped. The receiver's words are a suggestion,
;; which moves no asset; those that the sender stands by already take it back. The
;; sender must not be blocked, and must still represent the organization.
;; Prints edit-endorsement: {topic, id, words, editor, title, date, description,
;; image, suggested}. `words` is the digest of what the sender stands by.
(define-public (edit-endorsement
    (id uint)
    (title (string-utf8 128))
    (date uint)
    (description (string-utf8 2048))
    (image (string-ascii 256)))
  (let (
      (endorsement (try! (find-pending id)))
      (by-sender (is-eq contract-caller (get sender endorsement)))
      (text { title: title, date: date, description: description, image: image })
    )
    (asserts! (or by-sender (is-eq contract-caller (get receiver endorsement))) ERR-NOT-PARTY)
    (try! (check-not-suspended))
    (try! (check-words title date description image))
    (let (
        (suggested (and (not by-sender) (not (stands-by id text))))
        (words (if by-sender (try! (restate id endorsement text)) (get words endorsement)))
      )
      (if suggested (map-set suggestions id text) (map-delete suggestions id))
      (print {
        topic: "edit-endorsement",
        id: id,
        words: words,
        editor: contract-caller,
        title: title,
        date: date,
        description: description,
        image: image,
        suggested: suggested,
      })
      (ok true))))

;; Approves a pending endorsement and mints its token with the words that the author
;; stands by. An open suggestion is dropped. The receiver only.
;; Prints approve-endorsement: {topic, id, words, sender, receiver, title, date,
;; description, image}.
(define-public (approve-endorsement (id uint))
  (let (
      (endorsement (try! (find-received id)))
      (sender (get sender endorsement))
      (receiver (get receiver endorsement))
      (text (unwrap-panic (map-get? standing-words id)))
    )
    (try! (check-not-suspended))
    (asserts! (not (is-suspended sender)) ERR-SENDER-SUSPENDED)
    (asserts! (is-open (get org endorsement)) ERR-ORGANIZATION-CLOSED)
    (try! (end-waiting id endorsement APPROVED))
    (try! (contract-call? .colonnade-endorsement-alpha mint id receiver))
    (print {
      topic: "approve-endorsement",
      id: id,
      words: (get words endorsement),
      sender: sender,
      receiver: receiver,
      title: (get title text),
      date: (get date text),
      description: (get description text),
      image: (get image text),
    })
    (ok true)))

;; Rejects a pending endorsement for good. The receiver only.
;; Prints burn-endorsement: {topic, id, words, sender, receiver}.
(define-public (burn-endorsement (id uint))
  (reject id))

;; Rejects up to twenty pending endorsements: all of them or none. The receiver only.
;; Prints burn-endorsement for each.
(define-public (burn-endorsements (ids (list 20 uint)))
  (fold reject-next ids (ok true)))

;; Withdraws an endorsement. A pending one goes: its signer can always do this, and
;; the admin and every member of its organization. An approved one is marked and stays
;; with its receiver: only its author can do this, and for an organization only its
;; admin, and its signer while still a representative. The reason is shown on the
;; receiver's page, so a suspended caller may give none.
;; Prints withdraw-endorsement: {topic, id, by, reason, earned}.
(define-public (withdraw-endorsement (id uint) (reason (optional (string-utf8 256))))
  (let (
      (endorsement (unwrap! (map-get? endorsements id) ERR-ENDORSEMENT-NOT-FOUND))
      (pending (is-eq (get status endorsement) PENDING))
    )
    (asserts! (or pending (is-eq (get status endorsement) APPROVED)) ERR-NOT-PENDING)
    (asserts! (may-withdraw endorsement pending) ERR-MAY-NOT-WITHDRAW)
    (asserts! (or (is-none reason) (not (is-suspended contract-caller))) ERR-SUSPENDED)
    (if pending
      (try! (end-waiting id endorsement WITHDRAWN))
      (begin
        (map-set endorsements id (merge endorsement { status: WITHDRAWN }))
        (try! (contract-call? .colonnade-endorsement-alpha notify-metadata id))))
    (print {
      topic: "withdraw-endorsement",
      id: id,
      by: contract-caller,
      reason: reason,
      earned: (not pending),
    })
    (ok true)))

;; Removes an approved or withdrawn endorsement for good and burns its token. The
;; receiver only.
;; Prints discard-endorsement: {topic, id, sender, receiver}.
(define-public (discard-endorsement (id uint))
  (let (
      (endorsement (unwrap! (map-get? endorsements id) ERR-ENDORSEMENT-NOT-FOUND))
      (receiver (get receiver endorsement))
    )
    (asserts! (is-eq contract-caller receiver) ERR-NOT-RECEIVER)
    (asserts!
      (and (get earned endorsement) (not (is-eq (get status endorsement) DISCARDED)))
      ERR-NOT-EARNED)
    (map-set endorsements id (merge endorsement { status: DISCARDED }))
    (try! (contract-call? .colonnade-endorsement-alpha burn id receiver))
    (print {
      topic: "discard-endorsement",
      id: id,
      sender: (get sender endorsement),
      receiver: receiver,
    })
    (ok true)))

;; Shows or hides an approved endorsement on its receiver's profile, also once it is
;; withdrawn. The receiver only.
;; Prints display-status: {topic, id, shown, by}.
(define-public (display-status (id uint) (shown bool))
  (let ((endorsement (unwrap! (map-get? endorsements id) ERR-ENDORSEMENT-NOT-FOUND)))
    (asserts! (is-eq contract-caller (get receiver endorsement)) ERR-NOT-RECEIVER)
    (asserts!
      (and (get earned endorsement) (not (is-eq (get status endorsement) DISCARDED)))
      ERR-NOT-APPROVED)
    (map-set endorsements id (merge endorsement { shown: shown }))
    (print { topic: "display-status", id: id, shown: shown, by: contract-caller })
    (ok true)))

;; --- Blocking

;; Refuses a sender's submissions, edits and invitations to the caller, also for
;; organizations.
;; Prints block-sender: {topic, principal, sender}.
(define-public (block-sender (sender principal))
  (begin
    (asserts!
      (map-insert blocked-senders { receiver: contract-caller, sender: sender } true)
      ERR-ALREADY-BLOCKED)
    (print { topic: "block-sender", principal: contract-caller, sender: sender })
    (ok true)))

;; Allows them again.
;; Prints unblock-sender: {topic, principal, sender}.
(define-public (unblock-sender (sender principal))
  (begin
    (asserts!
      (map-delete blocked-senders { receiver: contract-caller, sender: sender })
      ERR-NOT-BLOCKED)
    (print { topic: "unblock-sender", principal: contract-caller, sender: sender })
    (ok true)))

;; Refuses submissions, edits and invitations in an organization's name to the caller.
;; Prints block-organization: {topic, principal, id}.
(define-public (block-organization (org uint))
  (begin
    (asserts! (is-some (map-get? seats org)) ERR-ORGANIZATION-NOT-FOUND)
    (asserts!
      (map-insert blocked-organizations { receiver: contract-caller, org: org } true)
      ERR-ALREADY-BLOCKED)
    (print { topic: "block-organization", principal: contract-caller, id: org })
    (ok true)))

;; Allows them again.
;; Prints unblock-organization: {topic, principal, id}.
(define-public (unblock-organization (org uint))
  (begin
    (asserts!
      (map-delete blocked-organizations { receiver: contract-caller, org: org })
      ERR-NOT-BLOCKED)
    (print { topic: "unblock-organization", principal: contract-caller, id: org })
    (ok true)))

;; --- Guards

(define-private (check-owner)
  (ok (asserts! (is-eq contract-caller (var-get owner)) ERR-NOT-OWNER)))

(define-private (check-watcher)
  (ok (asserts! (is-watcher contract-caller) ERR-NOT-WATCHER)))

(define-private (check-not-suspended)
  (ok (asserts! (not (is-suspended contract-caller)) ERR-SUSPENDED)))

(define-private (check-admin (seat {
    admin: principal,
    open: bool,
    members: (list 10 principal),
    invited: (list 10 principal),
  }))
  (ok (asserts! (is-eq contract-caller (get admin seat)) ERR-NOT-ADMIN)))

;; Errs unless the caller may become the organization's admin now.
(define-private (check-proposed (org uint))
  (if (is-eq (some contract-caller) (map-get? proposed-admins org))
    (ok true)
    (let ((replacement (unwrap! (map-get? replacements org) ERR-NOT-PROPOSED-ADMIN)))
      (asserts! (is-eq contract-caller (get admin replacement)) ERR-NOT-PROPOSED-ADMIN)
      (ok (asserts! (>= burn-block-height (get from replacement)) ERR-REPLACEMENT-TOO-EARLY)))))

;; Errs unless BNS says that the caller owns the name and that it has not expired.
;; `renewal` is the burn block height of its expiry, or u0 if it never expires.
(define-private (check-name (bns (buff 20)) (bns-name (buff 48)))
  (let (
      (name-owner (unwrap!
        (contract-call? 'SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF.BNS-V2 get-owner-name bns-name bns)
        ERR-NAME-NOT-FOUND))
      (resolved (unwrap!
        (contract-call? 'SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF.BNS-V2 can-resolve-name bns bns-name)
        ERR-NAME-NOT-FOUND))
      (renewal (get renewal resolved))
    )
    (asserts! (is-eq name-owner (some contract-caller)) ERR-NOT-NAME-OWNER)
    (ok (asserts! (or (is-eq renewal u0) (< burn-block-height renewal)) ERR-NAME-EXPIRED))))

(define-private (check-image (image (string-ascii 256)))
  (ok (asserts! (> (len image) u0) ERR-EMPTY-IMAGE)))

(define-private (check-description (description (string-utf8 2048)))
  (ok (asserts! (> (len description) u0) ERR-EMPTY-DESCRIPTION)))

(define-private (check-words
    (title (string-utf8 128))
    (height uint)
    (description (string-utf8 2048))
    (image (string-ascii 256)))
  (begin
    (asserts! (> (len title) u0) ERR-EMPTY-TITLE)
    (try! (check-description description))
    (try! (check-image image))
    (asserts! (> height u0) ERR-ZERO-HEIGHT)
    (ok (asserts! (<= height stacks-block-height) ERR-FUTURE-HEIGHT))))

;; Errs if a principal has blocked the caller, or the organization they act for.
(define-private (check-not-blocked (who principal) (org (optional uint)))
  (begin
    (asserts! (not (is-sender-blocked who contract-caller)) ERR-BLOCKED)
    (ok (asserts!
      (match org
        id (not (is-organization-blocked who id))
        true)
      ERR-BLOCKED))))

;; One step of a fold over representatives. Errs at the first one that repeats.
(define-private (check-distinct
    (representative principal)
    (seen (response (list 10 principal) uint)))
  (let ((present (try! seen)))
    (asserts! (is-none (index-of? present representative)) ERR-ALREADY-REPRESENTATIVE)
    (ok (including present representative))))

;; --- Finding and changing

;; Returns whether there was one.
(define-private (delete-profile (who principal))
  (match (map-get? profiles who)
    profile (begin
      (map-delete holders { bns: (get bns profile), bns-name: (get bns-name profile) })
      (map-delete profiles who))
    false))

(define-private (find-seat (org uint))
  (ok (unwrap! (map-get? seats org) ERR-ORGANIZATION-NOT-FOUND)))

;; One step of a fold over those whom a founding names.
(define-private (invite-unless-blocked
    (who principal)
    (seat {
      admin: principal,
      open: bool,
      members: (list 10 principal),
      invited: (list 10 principal),
    }))
  (if (is-sender-blocked who (get admin seat))
    seat
    (merge seat { invited: (including (get invited seat) who) })))

;; The list with one more, for lists that have room.
(define-private (including (present (list 10 principal)) (who principal))
  (unwrap-panic (as-max-len? (append present who) u10)))

;; The list without a principal.
(define-private (without (present (list 10 principal)) (who principal))
  (match (index-of? present who)
    index (unwrap-panic (as-max-len?
      (concat
        (default-to (list) (slice? present u0 index))
        ;; slice? returns none past the end of the list.
        (default-to (list) (slice? present (+ index u1) (len present))))
      u10))
    present))

;; The organization of this name; none if no name is given. Errs unless it is open and
;; the caller represents it.
(define-private (find-represented (org (optional (string-utf8 64))))
  (match org
    name (let ((id (unwrap! (map-get? organization-ids name) ERR-ORGANIZATION-NOT-FOUND)))
      (try! (check-may-send-as id))
      (ok (some { id: id, name: name })))
    (ok none)))

(define-private (check-may-send-as (org uint))
  (begin
    (asserts! (is-representative org contract-caller) ERR-NOT-REPRESENTATIVE)
    (ok (asserts! (get open (try! (find-seat org))) ERR-ORGANIZATION-CLOSED))))

;; Whether an endorsement's organization is open; true if it has none.
(define-private (is-open (org (optional { id: uint, name: (string-utf8 64) })))
  (match org
    organization (default-to false (get open (map-get? seats (get id organization))))
    true))

(define-private (find-pending (id uint))
  (let ((endorsement (unwrap! (map-get? endorsements id) ERR-ENDORSEMENT-NOT-FOUND)))
    (asserts! (is-eq (get status endorsement) PENDING) ERR-NOT-PENDING)
    (ok endorsement)))

;; A pending endorsement that the caller may decide on.
(define-private (find-received (id uint))
  (let ((endorsement (try! (find-pending id))))
    (asserts! (is-eq contract-caller (get receiver endorsement)) ERR-NOT-RECEIVER)
    (ok endorsement)))

;; Whether the author stands by these words already, whatever their date.
(define-private (stands-by (id uint) (text {
    title: (string-utf8 128),
    date: uint,
    description: (string-utf8 2048),
    image: (string-ascii 256),
  }))
  (let ((standing (unwrap-panic (map-get? standing-words id))))
    (is-eq (merge text { date: (get date standing) }) standing)))

;; Makes new words those that the author stands by. Returns their digest.
(define-private (restate
    (id uint)
    (endorsement {
      sender: principal,
      receiver: principal,
      org: (optional { id: uint, name: (string-utf8 64) }),
      words: (buff 32),
      status: (string-ascii 9),
      earned: bool,
      shown: bool,
    })
    (text {
      title: (string-utf8 128),
      date: uint,
      description: (string-utf8 2048),
      image: (string-ascii 256),
    }))
  (let (
      (org (get org endorsement))
      (receiver (get receiver endorsement))
      (words (hash-words
        (merge text { sender: (get sender endorsement), org: (get name org) })))
    )
    (match (get id org)
      organization (try! (check-may-send-as organization))
      true)
    (try! (check-not-blocked receiver (get id org)))
    (try! (nft-burn? pending-endorsement { id: id, words: (get words endorsement) } receiver))
    (try! (nft-mint? pending-endorsement { id: id, words: words } receiver))
    (map-set endorsements id (merge endorsement { words: words }))
    (map-set standing-words id text)
    (ok words)))

;; Counts one more endorsement that waits. Errs if as many as allowed do.
(define-private (add-waiting (sender principal) (receiver principal) (org (optional uint)))
  (let (
      (key { sender: sender, receiver: receiver, org: org })
      (count (default-to u0 (map-get? waiting key)))
    )
    (asserts! (< count MAX-WAITING) ERR-TOO-MANY-WAITING)
    (ok (map-set waiting key (+ count u1)))))

;; Gives a pending endorsement its next status, burns its asset and drops an open
;; suggestion.
(define-private (end-waiting
    (id uint)
    (endorsement {
      sender: principal,
      receiver: principal,
      org: (optional { id: uint, name: (string-utf8 64) }),
      words: (buff 32),
      status: (string-ascii 9),
      earned: bool,
      shown: bool,
    })
    (status (string-ascii 9)))
  (let (
      (receiver (get receiver endorsement))
      (key {
        sender: (get sender endorsement),
        receiver: receiver,
        org: (get id (get org endorsement)),
      })
    )
    (map-set waiting key (- (unwrap-panic (map-get? waiting key)) u1))
    (map-delete suggestions id)
    (map-set endorsements id
      (merge endorsement { status: status, earned: (is-eq status APPROVED) }))
    (nft-burn? pending-endorsement { id: id, words: (get words endorsement) } receiver)))

(define-private (reject (id uint))
  (let ((endorsement (try! (find-received id))))
    (try! (end-waiting id endorsement BURNED))
    (print {
      topic: "burn-endorsement",
      id: id,
      words: (get words endorsement),
      sender: (get sender endorsement),
      receiver: (get receiver endorsement),
    })
    (ok true)))

;; One step of a fold over ids. Errs at the first one that cannot be rejected.
(define-private (reject-next (id uint) (before (response bool uint)))
  (begin
    (try! before)
    (reject id)))

;; Whether the caller may withdraw an endorsement.
(define-private (may-withdraw
    (endorsement {
      sender: principal,
      receiver: principal,
      org: (optional { id: uint, name: (string-utf8 64) }),
      words: (buff 32),
      status: (string-ascii 9),
      earned: bool,
      shown: bool,
    })
    (pending bool))
  (let ((is-signer (is-eq contract-caller (get sender endorsement))))
    (match (get id (get org endorsement))
      org (or
        (is-eq (some contract-caller) (get admin (map-get? seats org)))
        (if pending
          (or is-signer (is-representative org contract-caller))
          (and is-signer (is-representative org contract-caller))))
      is-signer)))
