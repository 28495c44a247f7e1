;; Colonnade protocol (alpha): the state and the rules.
;;
;; This is the one contract that people call. Who somebody is, is always the
;; contract-caller: a contract (a smart wallet) can own a profile, and no contract
;; in between can act for its user.
;;
;; Every write prints {topic, ...all it changed}, with the function's name as topic.
;; These prints are all that an indexer needs.
;;
;; Error codes: u1000 to u1499.

;; --- Errors: roles

;; The caller is not the owner of this contract.
(define-constant ERR-NOT-OWNER (err u1000))

;; The principal is not a watcher.
(define-constant ERR-NOT-WATCHER (err u1001))

;; The principal is a watcher already.
(define-constant ERR-ALREADY-WATCHER (err u1002))

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

;; Another organization has this name.
(define-constant ERR-ORGANIZATION-NAME-TAKEN (err u1201))

;; The caller is not the admin of the organization.
(define-constant ERR-NOT-ADMIN (err u1202))

;; The principal does not represent the organization.
(define-constant ERR-NOT-REPRESENTATIVE (err u1203))

;; The principal represents the organization already.
(define-constant ERR-ALREADY-REPRESENTATIVE (err u1204))

;; The organization has its ten representatives.
(define-constant ERR-TOO-MANY-REPRESENTATIVES (err u1205))

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

;; The endorsement is approved or rejected already.
(define-constant ERR-NOT-PENDING (err u1307))

;; The endorsement is not approved.
(define-constant ERR-NOT-APPROVED (err u1308))

;; The receiver suggested other words and the sender has not accepted them.
(define-constant ERR-DRAFT-NOT-ACCEPTED (err u1309))

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

(define-data-var owner principal tx-sender)

(define-map watchers principal bool)

(define-map profiles principal {
  bns: (buff 20),
  bns-name: (buff 48),
  statement: (optional (string-utf8 1024)),
  image: (string-ascii 256),
})

;; Who holds the profile of a name: one principal a name.
(define-map holders { bns: (buff 20), bns-name: (buff 48) } principal)

(define-data-var last-organization-id uint u0)

(define-map organizations uint {
  admin: principal,
  name: (string-utf8 64),
  logo: (string-ascii 256),
  description: (string-utf8 2048),
  website: (string-utf8 256),
})

(define-map organization-ids (string-utf8 64) uint)

;; Who may send as an organization; apart from it, for it is read at every sending.
(define-map organization-representatives uint (list 10 principal))

;; The right to decide on revision `revision` of endorsement `id`, held by its
;; receiver. Every edit burns it and mints the next one, so that a transaction with
;; the post-condition "the receiver sends {id, revision}" holds only for the words
;; that were on the screen when it was signed.
(define-non-fungible-token pending-endorsement { id: uint, revision: uint })

(define-data-var last-endorsement-id uint u0)

(define-map endorsements uint {
  sender: principal,
  receiver: principal,
  org: (optional uint),
  revision: uint,
  status: (string-ascii 8),
  shown: bool,
})

;; The settled words of an endorsement.
(define-map settled-words uint {
  title: (string-utf8 128),
  date: uint,
  description: (string-utf8 2048),
  image: (string-ascii 256),
})

;; The words that an edit put up; approval mints them once the sender stands by them.
(define-map drafts uint {
  words: {
    title: (string-utf8 128),
    date: uint,
    description: (string-utf8 2048),
    image: (string-ascii 256),
  },
  accepted: bool,
})

;; --- Reading

(define-read-only (get-contract-owner)
  (var-get owner))

(define-read-only (is-watcher (who principal))
  (default-to false (map-get? watchers who)))

(define-read-only (get-profile (who principal))
  (map-get? profiles who))

(define-read-only (get-profile-by-name (bns (buff 20)) (bns-name (buff 48)))
  (match (map-get? holders { bns: bns, bns-name: bns-name })
    holder (some (merge (unwrap-panic (map-get? profiles holder)) { principal: holder }))
    none))

(define-read-only (get-last-organization-id)
  (var-get last-organization-id))

(define-read-only (get-organization (id uint))
  (match (map-get? organizations id)
    organization (some (merge organization {
      id: id,
      representatives: (representatives-of id),
    }))
    none))

(define-read-only (get-organization-by-name (name (string-utf8 64)))
  (match (map-get? organization-ids name)
    id (get-organization id)
    none))

(define-read-only (is-representative (org uint) (who principal))
  (is-some (index-of? (representatives-of org) who)))

(define-read-only (get-last-endorsement-id)
  (var-get last-endorsement-id))

;; `title`, `date`, `description` and `image` are the settled words; `draft` is what
;; an edit would put in their place.
(define-read-only (get-endorsement (id uint))
  (match (map-get? endorsements id)
    endorsement (some (merge
      (merge endorsement (unwrap-panic (map-get? settled-words id)))
      { id: id, draft: (get-draft id) }))
    none))

;; Who may still decide on a revision of an endorsement: its receiver while it is
;; pending and this is its newest revision, else none.
(define-read-only (get-pending-owner (id uint) (revision uint))
  (nft-get-owner? pending-endorsement { id: id, revision: revision }))

;; --- Roles

;; Hands this contract over to another principal; the owner only.
;; Prints set-owner: {topic, owner}.
(define-public (set-owner (new-owner principal))
  (begin
    (try! (check-owner))
    (var-set owner new-owner)
    (print { topic: "set-owner", owner: new-owner })
    (ok true)))

;; Trusts a principal with organizations and abusive profiles; the owner only.
;; Prints add-watcher: {topic, watcher}.
(define-public (add-watcher (watcher principal))
  (begin
    (try! (check-owner))
    (asserts! (map-insert watchers watcher true) ERR-ALREADY-WATCHER)
    (print { topic: "add-watcher", watcher: watcher })
    (ok true)))

;; Ends that trust; the owner only.
;; Prints remove-watcher: {topic, watcher}.
(define-public (remove-watcher (watcher principal))
  (begin
    (try! (check-owner))
    (asserts! (map-delete watchers watcher) ERR-NOT-WATCHER)
    (print { topic: "remove-watcher", watcher: watcher })
    (ok true)))

;; --- Profiles

;; Makes a profile under a BNS name that the caller holds. If the name came from
;; somebody with a profile, that profile goes first.
;; Prints register-profile: {topic, principal, bns, bns-name, statement, image};
;; before it, for a name that changed hands, remove-profile: {topic, principal,
;; reason: "name-moved"}.
(define-public (register-profile
    (bns (buff 20))
    (bns-name (buff 48))
    (statement (optional (string-utf8 1024)))
    (image (string-ascii 256)))
  (begin
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
    (try! (delete-profile contract-caller))
    (print { topic: "remove-profile", principal: contract-caller, reason: "owner" })
    (ok true)))

;; Removes an abusive profile; watchers only. Endorsements stay.
;; Prints watcher-remove-profile: {topic, principal, watcher}.
(define-public (watcher-remove-profile (who principal))
  (begin
    (try! (check-watcher))
    (try! (delete-profile who))
    (print { topic: "watcher-remove-profile", principal: who, watcher: contract-caller })
    (ok true)))

;; Changes the statement of the caller's profile; it may become empty.
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

;; Admits an organization; watchers only. Answers its id.
;; Prints watcher-new-organization: {topic, id, admin, name, logo, description,
;; website, representatives, watcher}.
(define-public (watcher-new-organization
    (admin principal)
    (name (string-utf8 64))
    (logo (string-ascii 256))
    (description (string-utf8 2048))
    (website (string-utf8 256))
    (representatives (list 10 principal)))
  (let ((id (+ (var-get last-organization-id) u1)))
    (try! (check-watcher))
    (asserts! (> (len name) u0) ERR-EMPTY-NAME)
    (try! (check-image logo))
    (try! (check-description description))
    (try! (fold check-distinct representatives (ok (list))))
    (asserts! (map-insert organization-ids name id) ERR-ORGANIZATION-NAME-TAKEN)
    (var-set last-organization-id id)
    (map-set organizations id {
      admin: admin,
      name: name,
      logo: logo,
      description: description,
      website: website,
    })
    (map-set organization-representatives id representatives)
    (print {
      topic: "watcher-new-organization",
      id: id,
      admin: admin,
      name: name,
      logo: logo,
      description: description,
      website: website,
      representatives: representatives,
      watcher: contract-caller,
    })
    (ok id)))

;; Lets a principal send as the organization, at most ten at a time; its admin only.
;; Prints add-representative: {topic, id, representative}.
(define-public (add-representative (org uint) (representative principal))
  (let ((present (representatives-of org)))
    (try! (check-admin org))
    (asserts! (is-none (index-of? present representative)) ERR-ALREADY-REPRESENTATIVE)
    (map-set organization-representatives org
      (unwrap! (as-max-len? (append present representative) u10) ERR-TOO-MANY-REPRESENTATIVES))
    (print { topic: "add-representative", id: org, representative: representative })
    (ok true)))

;; Ends that; the organization's admin only.
;; Prints remove-representative: {topic, id, representative}.
(define-public (remove-representative (org uint) (representative principal))
  (let ((present (representatives-of org)))
    (try! (check-admin org))
    (let (
        (index (unwrap! (index-of? present representative) ERR-NOT-REPRESENTATIVE))
        (before (default-to (list) (slice? present u0 index)))
        ;; slice? answers none where nothing follows.
        (after (default-to (list) (slice? present (+ index u1) (len present))))
      )
      (map-set organization-representatives org
        (unwrap-panic (as-max-len? (concat before after) u10)))
      (print { topic: "remove-representative", id: org, representative: representative })
      (ok true))))

;; --- Endorsements

;; Sends an endorsement to somebody for approval, in one's own name or as a
;; representative of an organization. `height` is the Stacks block height it is dated
;; by. Answers its id.
;; Prints submit-endorsement: {topic, id, revision: u1, sender, receiver, title,
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
    )
    (asserts! (is-eq sender contract-caller) ERR-NOT-SENDER)
    (asserts! (not (is-eq sender receiver)) ERR-SELF-ENDORSEMENT)
    (asserts! (is-some (map-get? profiles sender)) ERR-NO-PROFILE)
    (asserts! (is-some (map-get? profiles receiver)) ERR-RECEIVER-HAS-NO-PROFILE)
    (try! (check-words title height description image))
    (var-set last-endorsement-id id)
    (map-set endorsements id {
      sender: sender,
      receiver: receiver,
      org: (get id sent-as),
      revision: u1,
      status: PENDING,
      shown: true,
    })
    (map-set settled-words id {
      title: title,
      date: height,
      description: description,
      image: image,
    })
    (try! (nft-mint? pending-endorsement { id: id, revision: u1 } receiver))
    (print {
      topic: "submit-endorsement",
      id: id,
      revision: u1,
      sender: sender,
      receiver: receiver,
      title: title,
      block-height: height,
      description: description,
      image: image,
      org: sent-as,
    })
    (ok id)))

;; Puts up other words for a pending endorsement. The sender's are what approval
;; will mint; the receiver's are a suggestion, and approval waits until the sender
;; submits the same title, description and image, or answers with others. In an
;; organization's name only somebody edits who represents it still. Answers the new
;; revision.
;; Prints edit-endorsement: {topic, id, revision, editor, title, date, description,
;; image, accepted}.
(define-public (edit-endorsement
    (id uint)
    (title (string-utf8 128))
    (date uint)
    (description (string-utf8 2048))
    (image (string-ascii 256)))
  (let (
      (endorsement (try! (find-pending id)))
      (receiver (get receiver endorsement))
      (by-sender (is-eq contract-caller (get sender endorsement)))
      (revision (+ (get revision endorsement) u1))
      (words { title: title, date: date, description: description, image: image })
    )
    (asserts! (or by-sender (is-eq contract-caller receiver)) ERR-NOT-PARTY)
    (asserts! (or (not by-sender) (may-send-as (get org endorsement))) ERR-NOT-REPRESENTATIVE)
    (try! (check-words title date description image))
    (put-draft id words by-sender)
    (try! (burn-pending id (get revision endorsement) receiver))
    (try! (nft-mint? pending-endorsement { id: id, revision: revision } receiver))
    (map-set endorsements id (merge endorsement { revision: revision }))
    (print {
      topic: "edit-endorsement",
      id: id,
      revision: revision,
      editor: contract-caller,
      title: title,
      date: date,
      description: description,
      image: image,
      accepted: by-sender,
    })
    (ok revision)))

;; Approves a pending endorsement and mints its token with the words the sender
;; stands by; the receiver only.
;; Prints approve-endorsement: {topic, id, revision, sender, receiver, title,
;; description, image}.
(define-public (approve-endorsement (id uint))
  (let (
      (endorsement (try! (find-received id)))
      (receiver (get receiver endorsement))
      (words (try! (find-accepted-words id)))
    )
    (map-set settled-words id words)
    (map-delete drafts id)
    (map-set endorsements id (merge endorsement { status: APPROVED }))
    (try! (burn-pending id (get revision endorsement) receiver))
    (try! (contract-call? .colonnade-endorsement-alpha mint id receiver))
    (print {
      topic: "approve-endorsement",
      id: id,
      revision: (get revision endorsement),
      sender: (get sender endorsement),
      receiver: receiver,
      title: (get title words),
      description: (get description words),
      image: (get image words),
    })
    (ok true)))

;; Rejects a pending endorsement for good; the receiver only.
;; Prints burn-endorsement: {topic, id, revision, sender, receiver}.
(define-public (burn-endorsement (id uint))
  (let (
      (endorsement (try! (find-received id)))
      (receiver (get receiver endorsement))
    )
    (map-set endorsements id (merge endorsement { status: BURNED }))
    (try! (burn-pending id (get revision endorsement) receiver))
    (print {
      topic: "burn-endorsement",
      id: id,
      revision: (get revision endorsement),
      sender: (get sender endorsement),
      receiver: receiver,
    })
    (ok true)))

;; Shows or hides an earned endorsement on its receiver's profile; the receiver only.
;; Prints display-status: {topic, id, shown}.
(define-public (display-status (id uint) (shown bool))
  (let ((endorsement (unwrap! (map-get? endorsements id) ERR-ENDORSEMENT-NOT-FOUND)))
    (asserts! (is-eq contract-caller (get receiver endorsement)) ERR-NOT-RECEIVER)
    (asserts! (is-eq (get status endorsement) APPROVED) ERR-NOT-APPROVED)
    (map-set endorsements id (merge endorsement { shown: shown }))
    (print { topic: "display-status", id: id, shown: shown })
    (ok true)))

;; --- Guards

(define-private (check-owner)
  (ok (asserts! (is-eq contract-caller (var-get owner)) ERR-NOT-OWNER)))

(define-private (check-watcher)
  (ok (asserts! (is-watcher contract-caller) ERR-NOT-WATCHER)))

(define-private (check-admin (org uint))
  (let ((organization (unwrap! (map-get? organizations org) ERR-ORGANIZATION-NOT-FOUND)))
    (ok (asserts! (is-eq contract-caller (get admin organization)) ERR-NOT-ADMIN))))

;; BNS says that the caller holds the name and that it is not due for renewal, which
;; is a burn block height; a name that never expires has u0 there.
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
    (ok (asserts! (<= height stacks-block-height) ERR-FUTURE-HEIGHT))))

;; A step over a list of representatives that errs at the first repetition.
(define-private (check-distinct
    (representative principal)
    (seen (response (list 10 principal) uint)))
  (let ((present (try! seen)))
    (asserts! (is-none (index-of? present representative)) ERR-ALREADY-REPRESENTATIVE)
    (ok (unwrap! (as-max-len? (append present representative) u10) ERR-TOO-MANY-REPRESENTATIVES))))

;; --- Finding and changing

(define-private (delete-profile (who principal))
  (let ((profile (unwrap! (map-get? profiles who) ERR-NO-PROFILE)))
    (map-delete profiles who)
    (ok (map-delete holders { bns: (get bns profile), bns-name: (get bns-name profile) }))))

(define-private (representatives-of (org uint))
  (default-to (list) (map-get? organization-representatives org)))

;; The organization of this name, if one is named; errs unless the caller may send
;; as it.
(define-private (find-represented (org (optional (string-utf8 64))))
  (match org
    name (let ((id (unwrap! (map-get? organization-ids name) ERR-ORGANIZATION-NOT-FOUND)))
      (asserts! (is-representative id contract-caller) ERR-NOT-REPRESENTATIVE)
      (ok (some { id: id, name: name })))
    (ok none)))

;; Whether the caller represents the organization of an endorsement, if it has one.
(define-private (may-send-as (org (optional uint)))
  (match org
    id (is-representative id contract-caller)
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

(define-private (get-draft (id uint))
  (match (map-get? drafts id)
    draft (some (merge (get words draft) { accepted: (get accepted draft) }))
    none))

;; The words that the sender stands by at this moment; errs while a suggestion of the
;; receiver waits for an answer.
(define-private (find-accepted-words (id uint))
  (match (map-get? drafts id)
    draft (begin
      (asserts! (get accepted draft) ERR-DRAFT-NOT-ACCEPTED)
      (ok (get words draft)))
    (ok (unwrap-panic (map-get? settled-words id)))))

;; Puts new words up as the draft. Words that the sender stood by are not lost with
;; the draft they stood in: they settle. A suggestion that nobody accepted just goes,
;; and the sender repeating it accepts it as it stands, its date included.
(define-private (put-draft
    (id uint)
    (words {
      title: (string-utf8 128),
      date: uint,
      description: (string-utf8 2048),
      image: (string-ascii 256),
    })
    (accepted bool))
  (match (map-get? drafts id)
    draft (let ((standing (get words draft)))
      (if (get accepted draft)
        (begin
          (map-set settled-words id standing)
          (map-set drafts id { words: words, accepted: accepted }))
        (map-set drafts id {
          words: (if (and accepted (is-eq standing (merge words { date: (get date standing) })))
            standing
            words),
          accepted: accepted,
        })))
    (map-set drafts id { words: words, accepted: accepted })))

(define-private (burn-pending (id uint) (revision uint) (receiver principal))
  (nft-burn? pending-endorsement { id: id, revision: revision } receiver))
