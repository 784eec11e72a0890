import type { Generated } from 'kysely'

/** Written from the migrated database by `npm run schema`; a test fails when it is not current. */
export interface Schema {
  access_versions: {
    tenant_id: Generated<string>
    version: Generated<number>
  }
  agreements: {
    tenant_id: Generated<string>
    id: Generated<string>
    direction: string
    number: string
    name: string
    party_id: string
    contract_id: string | null
    project_id: string | null
    status: Generated<string>
    agreed_on: string | null
    value: number | null
    pricing: Generated<string>
    tender_percentage: number | null
    site_state: string | null
    site_address: string | null
    sac: string | null
    starts_on: string | null
    ends_on: string | null
    completed_on: string | null
    dlp_months: number | null
    rounding: Generated<string>
    payment_days: number | null
    comment: string | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
    our_gstin: string | null
    has_round_off: Generated<boolean>
  }
  audit_entries: {
    tenant_id: Generated<string>
    id: Generated<string>
    at: Generated<string>
    actor_id: string | null
    is_operator: boolean
    session_id: string | null
    request_id: string | null
    address: string | null
    action: string
    record_type: string
    record_id: string | null
    changes: Generated<unknown>
    seal: number | null
  }
  audit_seals: {
    tenant_id: Generated<string>
    number: number
    entries: number
    digest: Buffer
    signature: string | null
    sealed_at: Generated<string>
  }
  audit_takeovers: {
    tenant_id: Generated<string>
    id: Generated<string>
    number: number
    digest: Buffer
    forged: string
    unknown: string
    signature: string
    made_at: Generated<string>
  }
  bank_facilities: {
    tenant_id: Generated<string>
    id: Generated<string>
    bank: string
    branch: string | null
    name: string | null
    limit_amount: number
    margin_percent: number | null
    commission_percent: number | null
    commission_basis: Generated<string>
    min_charge: number | null
    frees_on: Generated<string>
    discharge_days: Generated<number>
    free_cash: number | null
    free_cash_on: string | null
    review_on: string | null
    is_active: Generated<boolean>
    comment: string | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
  }
  bg_plans: {
    tenant_id: Generated<string>
    id: Generated<string>
    contract_id: string
    facility_id: string
    purpose: string
    amount: number
    needed_on: string
    until_on: string
    state: Generated<string>
    instrument_id: string | null
    comment: string | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
  }
  bill_heads: {
    tenant_id: Generated<string>
    id: Generated<string>
    agreement_id: string
    head: string
    percent: number | null
    rule_kind: string | null
    base: string | null
    rounding: Generated<string>
    cap_percent: number | null
    mode: string | null
    valid_from: string
    comment: string | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
  }
  bill_items: {
    tenant_id: Generated<string>
    bill_id: string
    stage: string
    item_id: string
    position: number
    rate: number
    percentage_applies: boolean
    quantity_upto: number
    quantity_previous: number
    quantity_since: number
    amount_upto: number
    amount_previous: number
    amount_since: number
    cut_reason: string | null
    item_no: string | null
    description: string | null
    unit: string | null
    agreed_quantity: number | null
    limit_percent: number | null
  }
  bill_lines: {
    tenant_id: Generated<string>
    bill_id: string
    stage: string
    head: string
    position: number
    base: number | null
    percent: number | null
    upto: number
    previous: number
    since: number
    rule_ids: Generated<unknown>
    note: string | null
  }
  bill_sheets: {
    tenant_id: Generated<string>
    sheet_id: string
    bill_id: string
  }
  bills: {
    tenant_id: Generated<string>
    id: Generated<string>
    agreement_id: string
    number: number
    title: string | null
    kind: Generated<string>
    bill_date: string
    upto_date: string
    status: Generated<string>
    work_upto: number | null
    variation_upto: Generated<number>
    typed: Generated<unknown>
    comment: string | null
    input: unknown | null
    basis: unknown | null
    net_claimed: number | null
    memo_no: string | null
    passed_on: string | null
    memorandum: unknown | null
    work_passed: number | null
    net_passed: number | null
    return_reason: string | null
    cancel_reason: string | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
    claim_entry: unknown | null
    taken_back_reason: string | null
    work_source: Generated<string>
  }
  calendar_feeds: {
    tenant_id: Generated<string>
    id: Generated<string>
    user_id: Generated<string>
    name: string
    scope: string
    detail: string
    kinds: Generated<string[]>
    token_hash: Buffer
    last_read_at: string | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
  }
  company_rules: {
    tenant_id: Generated<string>
    id: Generated<string>
    kind: string
    scope: Generated<string>
    valid_from: string
    value: unknown | null
    source_title: string
    source_reference: string | null
    source_url: string | null
    published_on: string | null
    read_on: string | null
    used_at: string | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
  }
  company_settings: {
    tenant_id: Generated<string>
    id: Generated<string>
    weekly_off: unknown
    saturdays_off: unknown
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
    day_starts_at: Generated<number>
    day_ends_at: Generated<number>
  }
  contact_messages: {
    id: Generated<string>
    name: string
    email: string
    mobile: string
    message: string
    source: string | null
    attempts: Generated<number>
    next_attempt_at: Generated<string | null>
    leased_until: string | null
    last_error: string | null
    mailed_at: string | null
    state: Generated<string>
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
  }
  contract_figures: {
    tenant_id: Generated<string>
    id: Generated<string>
    status: string
    was_awarded: boolean
    contract_type: string
    contracts: number
    paper_cost: number
  }
  contract_import_failures: {
    tenant_id: Generated<string>
    import_id: string
    row_no: number
    ref_id: string
    cells: string[]
    faults: unknown
  }
  contract_imports: {
    tenant_id: Generated<string>
    id: Generated<string>
    file_name: string
    is_dry_run: boolean
    state: Generated<string>
    rows_expected: number | null
    rows_read: Generated<number>
    created: Generated<number>
    failed: Generated<number>
    headings: Generated<string[]>
    ignored_columns: Generated<string[]>
    fault: string | null
    started_at: Generated<string>
    started_by: Generated<string | null>
    seen_at: Generated<string>
    finished_at: string | null
    undone_at: string | null
    undone_by: string | null
    fault_parts: unknown | null
    target: Generated<string>
  }
  contract_terms: {
    tenant_id: Generated<string>
    id: Generated<string>
    contract_id: string
    owner_id: string | null
    bid_validity_days: number | null
    bid_valid_until: string | null
    emd_amount: number | null
    ps_percent: number | null
    ps_days: number | null
    ps_valid_beyond_days: number | null
    sd_percent: number | null
    sd_cap_percent: number | null
    agreement_days: number | null
    dlp_months: number | null
    dlp_ends_on: string | null
    completed_on: string | null
    final_bill_on: string | null
    refund_clause: string | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
  }
  contracts: {
    tenant_id: Generated<string>
    id: Generated<string>
    bid_id: string | null
    contract_name: string
    reference_no: string | null
    description: string | null
    status: Generated<string>
    paper_cost: number | null
    tender_actual_value: number | null
    tender_bid_value: number | null
    tender_bid_percentage: number | null
    contract_type: string | null
    termination_reason: string | null
    extension_count: Generated<number>
    opening_date: string | null
    closing_date: string | null
    result_date: string | null
    drafting_date: string | null
    submitted_payment_date: string | null
    awarded_date: string | null
    agreement_date: string | null
    given_start_date: string | null
    given_end_date: string | null
    actual_start_date: string | null
    actual_end_date: string | null
    license_id: string | null
    license_holder_name: string | null
    license_no: string | null
    comments: string | null
    contract_metadata: unknown | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
    import_id: string | null
    import_fingerprint: Buffer | null
    folded_name: Generated<string>
    office_id: string | null
  }
  deposit_exemptions: {
    tenant_id: Generated<string>
    id: Generated<string>
    contract_id: string
    purpose: string
    ground: string
    certificate_no: string | null
    valid_until: string | null
    amount: number | null
    state: Generated<string>
    comment: string | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
  }
  deposit_figures: {
    tenant_id: Generated<string>
    id: Generated<string>
    contract_status: string
    status: string
    deposit_type: string
    deposits: number
    amount: number
    dated: number
    days: number
    received: Generated<number>
    lost: Generated<number>
    carried: Generated<number>
  }
  deposit_settings: {
    tenant_id: Generated<string>
    id: Generated<string>
    follow_up_days: unknown
    limitation_years: number
    interest_percent: number
    request_prefix: string
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
  }
  deposit_settlements: {
    tenant_id: Generated<string>
    id: Generated<string>
    deposit_id: string
    kind: string
    amount: number
    settled_on: string | null
    reference: string | null
    reason: string | null
    into_deposit_id: string | null
    source: Generated<string>
    cancelled_at: string | null
    cancelled_by: string | null
    cancelled_why: string | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
    reference_key: Generated<string | null>
  }
  document_uploads: {
    tenant_id: Generated<string>
    id: Generated<string>
    entity_type: string
    entity_id: string
    file_name: string
    size: number
    doc_type: string
    purpose: string | null
    store_attempt: string | null
    fingerprint: string | null
    begun_by: Generated<string | null>
    seen_at: Generated<string>
  }
  documents: {
    tenant_id: Generated<string>
    id: Generated<string>
    entity_type: string
    contract_id: string | null
    project_id: string | null
    task_id: string | null
    entity_id: Generated<string>
    file_name: string
    file_type: string
    size: number
    sha256: Buffer
    doc_type: string
    purpose: string | null
    has_pictures: boolean
    is_erased: Generated<boolean>
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
    refund_request_id: string | null
    valid_until: string | null
    measurement_sheet_id: string | null
  }
  general_task_lines: {
    tenant_id: Generated<string>
    id: Generated<string>
    task_id: string
    position: number
    text: string
    is_required: Generated<boolean>
    is_done: Generated<boolean>
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
  }
  general_tasks: {
    tenant_id: Generated<string>
    id: Generated<string>
    title: string
    note: string | null
    contract_id: string | null
    deposit_id: string | null
    instrument_id: string | null
    project_id: string | null
    task_id: string | null
    record_id: Generated<string | null>
    assignee_id: string | null
    due_on: string | null
    priority: Generated<string>
    state: Generated<string>
    done_at: string | null
    done_by: string | null
    repeat_every: number | null
    repeat_unit: string | null
    repeat_from: string | null
    follows_id: string | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
    series_on: string | null
  }
  happenings: {
    tenant_id: Generated<string>
    id: Generated<string>
    kind: string
    actor_id: Generated<string>
    record_type: string
    record_id: string | null
    count: Generated<number>
    people: Generated<unknown>
    created_at: Generated<string>
  }
  holidays: {
    tenant_id: Generated<string>
    id: Generated<string>
    on_day: string
    name: string
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
    closed: Generated<string>
  }
  idempotency_keys: {
    tenant_id: Generated<string>
    user_id: Generated<string>
    key: string
    answer: unknown | null
    created_at: Generated<string>
    asked: Buffer
    secrets_hash: string | null
  }
  instrument_events: {
    tenant_id: Generated<string>
    id: Generated<string>
    instrument_id: string
    kind: string
    happened_on: string
    from_state: string
    to_state: string
    amount_before: number | null
    amount_after: number | null
    issued_on_before: string | null
    issued_on_after: string | null
    expires_on_before: string | null
    expires_on_after: string | null
    claim_until_before: string | null
    claim_until_after: string | null
    matures_on_before: string | null
    matures_on_after: string | null
    number: string | null
    paid_amount: number | null
    charges: number | null
    reference: string | null
    remark: string | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
  }
  instrument_liens: {
    tenant_id: Generated<string>
    id: Generated<string>
    guarantee_id: string
    receipt_id: string
    amount: number
    marked_on: string
    freed_on: string | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
  }
  instruments: {
    tenant_id: Generated<string>
    id: Generated<string>
    kind: string
    number: string | null
    amount: number
    issuer: string | null
    branch: string | null
    office_id: string | null
    favouring: string | null
    issued_on: string | null
    effective_on: string | null
    expires_on: string | null
    claim_until: string | null
    matures_on: string | null
    stale_on: string | null
    ends_on: Generated<string | null>
    margin_percent: number | null
    commission_percent: number | null
    held_by: string | null
    comment: string | null
    state: Generated<string>
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
    import_id: string | null
    import_row: number | null
    imported_as: string | null
    facility_id: string | null
  }
  item_totals: {
    tenant_id: Generated<string>
    item_id: string
    measured_quantity: number
  }
  known_devices: {
    tenant_id: Generated<string>
    user_id: string
    digest: Buffer
    failures: Generated<number>
    seen_at: Generated<string>
  }
  letter_templates: {
    tenant_id: Generated<string>
    id: Generated<string>
    kind: string
    language: Generated<string>
    name: string
    subject: string
    body: string
    enclosures: string | null
    is_default: Generated<boolean>
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
  }
  letterheads: {
    tenant_id: Generated<string>
    id: Generated<string>
    file_name: string | null
    content: Buffer | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
  }
  list_columns: {
    tenant_id: Generated<string>
    user_id: Generated<string>
    list: string
    columns: string[]
  }
  list_view_shares: {
    tenant_id: Generated<string>
    view_id: string
    role_id: string
  }
  list_views: {
    tenant_id: Generated<string>
    id: Generated<string>
    user_id: Generated<string>
    list: string
    name: string
    search: string
  }
  login_attempts: {
    key: string
    attempts: number
    window_ends_at: string
  }
  mail_starts: {
    tenant_id: Generated<string>
    since: Generated<string>
  }
  mails: {
    tenant_id: Generated<string>
    id: Generated<string>
    user_id: string
    kind: string
    slot: string
    word_ids: Generated<unknown>
    due_at: Generated<string>
    attempts: Generated<number>
    next_attempt_at: Generated<string | null>
    leased_until: string | null
    last_error: string | null
    mailed_at: string | null
    composed_at: string | null
    access_version: number | null
    recipient: string | null
    subject: string | null
    body: string | null
  }
  measurement_lines: {
    tenant_id: Generated<string>
    id: Generated<string>
    sheet_id: string
    line_no: number | null
    item_id: string
    description: string | null
    nos: number | null
    parts: number | null
    length: number | null
    breadth: number | null
    depth: number | null
    factor: number | null
    typed: unknown | null
    is_deduction: Generated<boolean>
    corrects_line_id: string | null
    decimals: number
    rule_id: string | null
    rounding: string
    contents: Generated<number>
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
  }
  measurement_sheets: {
    tenant_id: Generated<string>
    id: Generated<string>
    agreement_id: string
    number: number | null
    status: Generated<string>
    measured_on: string
    location: string | null
    chainage_from: number | null
    chainage_to: number | null
    present: Generated<string[]>
    book: string | null
    page: string | null
    comment: string | null
    device_key: string | null
    recorded_by: string | null
    recorded_at: string | null
    cancel_reason: string | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
  }
  modules: {
    id: Generated<string>
    key: string
    name: string
    description: string | null
    status: Generated<boolean>
    platform: Generated<boolean>
    built_in: Generated<boolean>
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
  }
  notes: {
    tenant_id: Generated<string>
    id: Generated<string>
    contract_id: string | null
    deposit_id: string | null
    instrument_id: string | null
    project_id: string | null
    task_id: string | null
    record_id: Generated<string>
    kind: string
    text: string
    happened_on: Generated<string>
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
    general_task_id: string | null
    mentions: Generated<unknown>
  }
  notification_settings: {
    tenant_id: Generated<string>
    user_id: Generated<string>
    digest: boolean
    digest_hour: number
    free_days: boolean
    at_once: boolean
    muted_kinds: string[]
  }
  notifications: {
    tenant_id: Generated<string>
    id: Generated<string>
    user_id: string
    reason: string
    kind: string
    module: string | null
    record_type: string | null
    record_id: string | null
    due_on: string | null
    told_on: Generated<string>
    count: Generated<number>
    rule_ids: Generated<unknown>
    actor_id: string | null
    level: string
    at_once: Generated<boolean>
    state: Generated<string>
    snoozed_until: string | null
    done_because: string | null
    told_key: string
    created_at: Generated<string>
    state_at: Generated<string>
    stages: Generated<number>
  }
  obligation_marks: {
    tenant_id: Generated<string>
    id: Generated<string>
    kind: string
    record_type: string
    record_id: string
    due_on: string
    reason: string
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
  }
  offices: {
    tenant_id: Generated<string>
    id: Generated<string>
    department: string
    name: string
    designation: string | null
    address: string | null
    email: string | null
    phone: string | null
    parent_id: string | null
    comment: string | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
    party_id: string | null
  }
  parties: {
    tenant_id: Generated<string>
    id: Generated<string>
    kinds: string[]
    legal_name: string
    trade_name: string | null
    pan: string | null
    tan: string | null
    gst_treatment: Generated<string>
    msme: Generated<string>
    udyam_no: string | null
    msme_from: string | null
    address: string | null
    place: string | null
    state: string | null
    pin: string | null
    email: string | null
    phone: string | null
    agreed_days: number | null
    comment: string | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
  }
  party_banks: {
    tenant_id: Generated<string>
    id: Generated<string>
    party_id: string
    account_no: string
    ifsc: string
    holder: string
    verified_by: string | null
    verified_at: string | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
    verified_digest: string | null
    last_verified_by: string | null
    last_verified_at: string | null
  }
  party_gstins: {
    tenant_id: Generated<string>
    id: Generated<string>
    party_id: string
    gstin: string
    held_from: string | null
    held_until: string | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
  }
  password_links: {
    tenant_id: Generated<string>
    user_id: string
    id: Generated<string>
    by_operator: boolean
    expires_at: string
  }
  pictures_due: {
    tenant_id: Generated<string>
    id: string
    due_at: Generated<string>
    since: Generated<string>
    attempts: Generated<number>
    leased_until: string | null
  }
  profile_images: {
    tenant_id: Generated<string>
    user_id: string
    id: Generated<string>
    content: Buffer
  }
  projects: {
    tenant_id: Generated<string>
    id: Generated<string>
    contract_id: string | null
    project_name: string
    description: string | null
    project_type: string | null
    status: Generated<string>
    contract_bid_id: string | null
    contract_bid_no: string | null
    project_actual_value: number | null
    project_bid_value: number | null
    project_bid_percentage: number | null
    license_id: string | null
    license_holder_name: string | null
    license_no: string | null
    given_start_date: string | null
    given_end_date: string | null
    actual_start_date: string | null
    actual_end_date: string | null
    extension_count: Generated<number>
    extension_date: string | null
    termination_reason: string | null
    comment: string | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
    sub_tasks: Generated<number>
    open_sub_tasks: Generated<number>
    counted_sub_tasks: Generated<number>
    ended_sub_tasks: Generated<number>
    below_estimated_amount: Generated<number>
    below_actual_amount: Generated<number>
    below_estimated_hours: Generated<number>
    below_actual_hours: Generated<number>
    below_amount_progress: Generated<number>
    below_hours_progress: Generated<number>
    below_progress: Generated<number>
    below_given_start: string | null
    below_given_end: string | null
    below_actual_start: string | null
    below_actual_end: string | null
    below_amount_tasks: Generated<number>
    below_hours_tasks: Generated<number>
    below_progress_with_amount: Generated<number>
    below_progress_with_hours: Generated<number>
  }
  refund_request_items: {
    tenant_id: Generated<string>
    id: Generated<string>
    request_id: string
    deposit_id: string
    amount: number
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
    status_change_id: string | null
  }
  refund_requests: {
    tenant_id: Generated<string>
    id: Generated<string>
    number: string
    office_id: string
    language: Generated<string>
    subject: string
    body: string
    letter_on: string
    state: Generated<string>
    sent_on: string | null
    sent_by_means: string | null
    dispatch_ref: string | null
    inward_ref: string | null
    answered_on: string | null
    answer: string | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
    enclosures: string | null
    document_id: string | null
    letter: unknown | null
    to_parent: Generated<boolean>
  }
  release_rules: {
    tenant_id: Generated<string>
    id: Generated<string>
    purpose: string
    outcome: string
    basis: string
    days: Generated<number>
    source: string | null
    is_sure: Generated<boolean>
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
  }
  reminder_firings: {
    tenant_id: Generated<string>
    record_id: string
    kind: string
    due_on: string
    rule_id: string
    stage: string
    stage_on: string
    stands_for: Generated<number>
    acknowledged_at: string | null
  }
  reminder_rules: {
    tenant_id: Generated<string>
    id: Generated<string>
    name: string
    kind: string
    steps: unknown
    repeat_days: number | null
    amount_from: number | null
    contract_types: Generated<string[]>
    purposes: Generated<string[]>
    tells: string[]
    role_ids: Generated<unknown>
    user_ids: Generated<unknown>
    escalate_after_days: number | null
    escalate_from: Generated<number>
    escalate_role_ids: Generated<unknown>
    escalate_user_ids: Generated<unknown>
    at_once: Generated<boolean>
    is_active: Generated<boolean>
    is_built_in: Generated<boolean>
    since: Generated<string>
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
  }
  reminder_runs: {
    tenant_id: Generated<string>
    since: string
    ran_at: string
    proved_on: string | null
    faults: Generated<number>
  }
  role_permissions: {
    tenant_id: Generated<string>
    role_id: string
    module_id: string
    can_create: Generated<boolean>
    can_view: Generated<boolean>
    can_edit: Generated<boolean>
    can_delete: Generated<boolean>
    can_report: Generated<boolean>
  }
  roles: {
    tenant_id: Generated<string>
    id: Generated<string>
    name: string
    description: string | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
  }
  rule_confirmations: {
    tenant_id: Generated<string>
    id: Generated<string>
    rule_id: string
    remark: string
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
  }
  rules: {
    id: string
    kind: string
    scope: string
    valid_from: string
    value: unknown | null
    source_title: string
    source_reference: string | null
    source_url: string | null
    published_on: string | null
    read_on: string
    trust: string
    vectors: unknown
    created_at: Generated<string>
    updated_at: Generated<string>
    withdrawn_at: string | null
  }
  schedule_items: {
    tenant_id: Generated<string>
    id: Generated<string>
    agreement_id: string
    parent_id: string | null
    level: Generated<number>
    parent_level: Generated<number | null>
    position: number
    kind: string
    item_no: string | null
    sor_code: string | null
    description: string
    unit: string | null
    quantity: number | null
    rate: number | null
    amount: Generated<number | null>
    percentage_applies: Generated<boolean>
    limit_percent: number | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
  }
  second_factors: {
    tenant_id: Generated<string>
    user_id: string
    sealed_secret: Buffer | null
    confirmed_at: string | null
    pending_secret: Buffer | null
    last_step: Generated<number>
    recovery_hashes: Generated<unknown>
  }
  security_deposits: {
    tenant_id: Generated<string>
    id: Generated<string>
    contract_id: string
    deposit_type: string
    instrument_no: string
    amount: number
    deposit_created_date: string | null
    deposit_submitted_date: string | null
    bank_account_no: string | null
    bank_name: string | null
    account_holder_name: string | null
    bank_address: string | null
    status: Generated<string>
    comment: string | null
    deposit_returned_date: string | null
    deposit_transferred_own_ac_date: string | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
    received_amount: Generated<number>
    lost_amount: Generated<number>
    carried_amount: Generated<number>
    open_amount: Generated<number | null>
    is_return_settled: Generated<boolean>
    instrument_id: string | null
    import_id: string | null
    import_row: number | null
    import_fingerprint: Buffer | null
    imported_as: string | null
    purpose: string
    office_id: string | null
    owner_id: string | null
    release_basis: string | null
    release_days: number | null
    fixed_due_on: string | null
    acknowledged_on: string | null
    disputed_on: string | null
    own_next_step: string | null
    own_next_on: string | null
    carried_in_amount: Generated<number>
  }
  sessions: {
    tenant_id: Generated<string>
    id: Generated<string>
    user_id: string
    generation: Generated<number>
    refresh_hash: Buffer
    rotated_at: Generated<string>
    created_at: Generated<string>
    expires_at: Generated<string>
    ended_at: string | null
    ended_because: string | null
    user_agent: string | null
    address: string | null
  }
  sign_in_letters: {
    id: Generated<string>
    company_id: string
    kind: string
    recipient: string
    language: string | null
    about_id: string
    about: string
    link_id: string | null
    created_at: Generated<string>
    attempts: Generated<number>
    next_attempt_at: Generated<string | null>
    leased_until: string | null
    last_error: string | null
    mailed_at: string | null
  }
  site_changes: {
    tenant_id: Generated<string>
    user_id: Generated<string>
    id: string
    created_at: Generated<string>
    digest: Buffer | null
  }
  status_changes: {
    tenant_id: Generated<string>
    record_type: string
    record_id: string
    id: Generated<string>
    from_status: string | null
    to_status: string
    changed_at: Generated<string>
    changed_by: string | null
  }
  tasks: {
    tenant_id: Generated<string>
    id: Generated<string>
    project_id: string
    parent_id: string | null
    level: Generated<number>
    parent_level: Generated<number | null>
    position: number
    title: string
    description: string | null
    estimated_quantity: number | null
    units: string | null
    estimated_rate: number | null
    tax_percentage: Generated<number>
    actual_quantity: number | null
    actual_rate: number | null
    estimated_effort_hours: number | null
    actual_effort_hours: number | null
    status: Generated<string>
    task_type: string | null
    priority: string | null
    given_start_date: string | null
    given_end_date: string | null
    actual_start_date: string | null
    actual_end_date: string | null
    progress: Generated<number>
    is_milestone: Generated<boolean>
    is_billable: Generated<boolean>
    assigned_to: string | null
    completed_by: string | null
    approved_by: string | null
    approval_date: string | null
    is_approved: Generated<boolean>
    rejection_reason: string | null
    review_requested_by: string | null
    review_requested_at: string | null
    rejected_by: string | null
    rejected_at: string | null
    termination_reason: string | null
    comment: string | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
    sub_tasks: Generated<number>
    open_sub_tasks: Generated<number>
    counted_sub_tasks: Generated<number>
    ended_sub_tasks: Generated<number>
    below_estimated_amount: Generated<number>
    below_actual_amount: Generated<number>
    below_estimated_hours: Generated<number>
    below_actual_hours: Generated<number>
    below_amount_progress: Generated<number>
    below_hours_progress: Generated<number>
    below_progress: Generated<number>
    below_given_start: string | null
    below_given_end: string | null
    below_actual_start: string | null
    below_actual_end: string | null
    above_id: Generated<string>
    estimated_amount: Generated<number | null>
    actual_amount: Generated<number | null>
    rolled_estimated_amount: Generated<number>
    rolled_actual_amount: Generated<number>
    rolled_estimated_hours: Generated<number>
    rolled_actual_hours: Generated<number>
    rolled_progress: Generated<number>
    rolled_given_start: Generated<string | null>
    rolled_given_end: Generated<string | null>
    rolled_actual_start: Generated<string | null>
    rolled_actual_end: Generated<string | null>
    below_amount_tasks: Generated<number>
    below_hours_tasks: Generated<number>
    below_progress_with_amount: Generated<number>
    below_progress_with_hours: Generated<number>
  }
  tenants: {
    id: Generated<string>
    name: string
    subdomain: string
    schema_name: string
    kind: Generated<string>
    contact_email: string | null
    mobile_no: string | null
    whats_app_no: string | null
    status: Generated<string>
    comment: string | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
    requires_second_factor: Generated<boolean>
    is_sample: Generated<boolean>
    sample_erased_at: string | null
    time_zone: Generated<string>
  }
  user_passwords: {
    tenant_id: Generated<string>
    user_id: string
    hash: string
    changed_at: Generated<string>
    is_own: Generated<boolean>
  }
  user_roles: {
    tenant_id: Generated<string>
    user_id: string
    role_id: string
    granted_at: Generated<string>
    granted_by: Generated<string | null>
  }
  users: {
    tenant_id: Generated<string>
    id: Generated<string>
    username: string
    email: string | null
    mobile_no: string | null
    designation: string | null
    is_active: Generated<boolean>
    profile_image: string | null
    comment: string | null
    created_at: Generated<string>
    created_by: string | null
    updated_at: Generated<string>
    updated_by: string | null
    deleted_at: string | null
    deleted_by: string | null
    language: string | null
  }
  watchers: {
    tenant_id: Generated<string>
    record_type: string
    record_id: string
    user_id: Generated<string>
    since: Generated<string>
  }
}
