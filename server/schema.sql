-- The schema as it stands after every migration, to read. `npm run schema` writes this file, and a test compares it with
-- a migrated database. Rights are in src/kernel/db/rights.txt.

create table access_versions (
  tenant_id uuid not null default app.tenant_id(),
  version bigint not null default 1,
  constraint access_versions_pkey PRIMARY KEY (tenant_id),
  constraint access_versions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint access_versions_version_check CHECK (version > 0)
);
alter table access_versions enable row level security, force row level security;
create policy tenant on access_versions for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table agreements (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  direction text not null,
  number text not null,
  name text not null,
  party_id uuid not null,
  contract_id uuid,
  project_id uuid,
  status text not null default 'DRAFT'::text,
  agreed_on date,
  value numeric(15,2),
  pricing text not null default 'ITEM_RATE'::text,
  tender_percentage numeric(10,4),
  site_state text,
  site_address text,
  sac text,
  starts_on date,
  ends_on date,
  completed_on date,
  dlp_months integer,
  rounding text not null default 'HALF_UP'::text,
  payment_days integer,
  comment text,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  our_gstin text,
  has_round_off boolean not null default false,
  constraint agreements_pkey PRIMARY KEY (tenant_id, id),
  constraint agreements_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts(tenant_id, id),
  constraint agreements_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint agreements_tenant_id_party_id_fkey FOREIGN KEY (tenant_id, party_id) REFERENCES parties(tenant_id, id),
  constraint agreements_tenant_id_project_id_fkey FOREIGN KEY (tenant_id, project_id) REFERENCES projects(tenant_id, id),
  constraint "400 agreedOn is required unless it is a draft" CHECK (status = 'DRAFT'::text OR agreed_on IS NOT NULL),
  constraint "400 completedOn is required once it is completed" CHECK ((status <> ALL (ARRAY['COMPLETED'::text, 'CLOSED'::text])) OR completed_on IS NOT NULL),
  constraint "400 completedOn must not be before startsOn" CHECK (completed_on >= starts_on),
  constraint "400 contractId is required: the client pays under a contract" CHECK (direction <> 'RECEIVABLE'::text OR contract_id IS NOT NULL),
  constraint "400 endsOn must not be before startsOn" CHECK (ends_on >= starts_on),
  constraint "400 ourGstin has a wrong check digit" CHECK (NOT app.is_gstin_form(our_gstin) OR app.gstin_check_character(our_gstin) = "right"(our_gstin, 1)),
  constraint "400 ourGstin has the form of no registration" CHECK (app.is_gstin_form(our_gstin)),
  constraint "400 sac must be 4 to 6 digits, the first two 99" CHECK (sac ~ '^99[0-9]{2,4}$'::text),
  constraint "400 siteState must be the code of a State" CHECK (app.is_state_code(site_state)),
  constraint "400 tenderPercentage belongs to a percentage rate alone" CHECK (pricing = 'PERCENTAGE_RATE'::text OR tender_percentage IS NULL),
  constraint "400 tenderPercentage is required of a percentage rate" CHECK (pricing <> 'PERCENTAGE_RATE'::text OR tender_percentage IS NOT NULL),
  constraint "400 value is required unless it is a draft" CHECK (status = 'DRAFT'::text OR value > 0::numeric),
  constraint agreements_direction_check CHECK (direction = ANY (ARRAY['RECEIVABLE'::text, 'PAYABLE'::text])),
  constraint agreements_dlp_months_check CHECK (dlp_months >= 0 AND dlp_months <= 600),
  constraint agreements_name_check CHECK (length(name) >= 1 AND length(name) <= 300),
  constraint agreements_number_check CHECK (length(number) >= 1 AND length(number) <= 100),
  constraint agreements_payment_days_check CHECK (payment_days >= 0 AND payment_days <= 365),
  constraint agreements_pricing_check CHECK (pricing = ANY (ARRAY['ITEM_RATE'::text, 'PERCENTAGE_RATE'::text, 'LUMP_SUM'::text])),
  constraint agreements_rounding_check CHECK (rounding = ANY (ARRAY['HALF_UP'::text, 'HALF_EVEN'::text])),
  constraint agreements_status_check CHECK (status = ANY (ARRAY['DRAFT'::text, 'ACTIVE'::text, 'SUSPENDED'::text, 'COMPLETED'::text, 'CLOSED'::text])),
  constraint agreements_tender_percentage_check CHECK (tender_percentage >= '-100'::integer::numeric),
  constraint agreements_value_check CHECK (value >= 0::numeric)
);
CREATE UNIQUE INDEX "409 contractId This contract has an agreement with its client" ON agreements USING btree (tenant_id, contract_id) WHERE deleted_at IS NULL AND direction = 'RECEIVABLE'::text;
CREATE UNIQUE INDEX "409 number is already used by another agreement with this party" ON agreements USING btree (tenant_id, party_id, lower(number)) WHERE deleted_at IS NULL;
CREATE INDEX agreements_newest ON agreements USING btree (tenant_id, created_at, id) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON agreements FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER b_in_use_by_bill_heads_agreement_id BEFORE UPDATE OF deleted_at ON agreements FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('bill_heads', 'agreement_id', 'bill head');
CREATE TRIGGER b_in_use_by_bills_agreement_id BEFORE UPDATE OF deleted_at ON agreements FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('bills', 'agreement_id', 'bill');
CREATE TRIGGER b_in_use_by_measurement_sheets_agreement_id BEFORE UPDATE OF deleted_at ON agreements FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('measurement_sheets', 'agreement_id', 'measurement sheet');
CREATE TRIGGER b_in_use_by_schedule_items_agreement_id BEFORE UPDATE OF deleted_at ON agreements FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('schedule_items', 'agreement_id', 'schedule item');
CREATE TRIGGER b_live_contract_id BEFORE INSERT OR UPDATE OF contract_id, deleted_at ON agreements FOR EACH ROW WHEN (new.contract_id IS NOT NULL AND new.deleted_at IS NULL) EXECUTE FUNCTION app.require_named_parent('contract_id', 'contracts', '400 contractId must be a contract of your company');
CREATE TRIGGER b_live_party_id BEFORE INSERT OR UPDATE OF party_id, deleted_at ON agreements FOR EACH ROW WHEN (new.party_id IS NOT NULL AND new.deleted_at IS NULL) EXECUTE FUNCTION app.require_named_parent('party_id', 'parties', '400 partyId must be a party of your company');
CREATE TRIGGER b_live_project_id BEFORE INSERT OR UPDATE OF project_id, deleted_at ON agreements FOR EACH ROW WHEN (new.project_id IS NOT NULL AND new.deleted_at IS NULL) EXECUTE FUNCTION app.require_named_parent('project_id', 'projects', '400 projectId must be a project of your company');
CREATE TRIGGER c_judged BEFORE INSERT OR UPDATE ON agreements FOR EACH ROW EXECUTE FUNCTION app.judge_agreement();
CREATE TRIGGER d_billed BEFORE UPDATE OF status ON agreements FOR EACH ROW WHEN (new.status = 'CLOSED'::text AND old.status <> 'CLOSED'::text) EXECUTE FUNCTION app.keep_agreement_of_bills();
CREATE TRIGGER d_capped BEFORE UPDATE OF value ON agreements FOR EACH ROW WHEN (new.value IS NULL AND old.value IS NOT NULL AND new.deleted_at IS NULL) EXECUTE FUNCTION app.keep_value_of_cap();
CREATE TRIGGER d_measured BEFORE UPDATE OF value, rounding ON agreements FOR EACH ROW WHEN (new.deleted_at IS NULL AND (new.value IS DISTINCT FROM old.value OR new.rounding IS DISTINCT FROM old.rounding)) EXECUTE FUNCTION app.keep_measured_agreement();
CREATE TRIGGER d_priced BEFORE UPDATE OF status ON agreements FOR EACH ROW WHEN (old.status = 'DRAFT'::text AND new.status = 'ACTIVE'::text AND new.pricing <> 'LUMP_SUM'::text) EXECUTE FUNCTION app.require_priced_schedule();
CREATE TRIGGER e_billed BEFORE UPDATE OF pricing, tender_percentage ON agreements FOR EACH ROW WHEN (new.deleted_at IS NULL AND (new.pricing IS DISTINCT FROM old.pricing OR new.tender_percentage IS DISTINCT FROM old.tender_percentage)) EXECUTE FUNCTION app.keep_billed_agreement();
CREATE TRIGGER status_first AFTER INSERT ON agreements REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION app.record_first_status();
CREATE TRIGGER status_history AFTER UPDATE OF status ON agreements FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION app.record_status();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON agreements FOR EACH ROW WHEN (old.direction IS DISTINCT FROM new.direction OR old.number IS DISTINCT FROM new.number OR old.name IS DISTINCT FROM new.name OR old.party_id IS DISTINCT FROM new.party_id OR old.contract_id IS DISTINCT FROM new.contract_id OR old.project_id IS DISTINCT FROM new.project_id OR old.status IS DISTINCT FROM new.status OR old.agreed_on IS DISTINCT FROM new.agreed_on OR old.value IS DISTINCT FROM new.value OR old.pricing IS DISTINCT FROM new.pricing OR old.tender_percentage IS DISTINCT FROM new.tender_percentage OR old.site_state IS DISTINCT FROM new.site_state OR old.site_address IS DISTINCT FROM new.site_address OR old.sac IS DISTINCT FROM new.sac OR old.starts_on IS DISTINCT FROM new.starts_on OR old.ends_on IS DISTINCT FROM new.ends_on OR old.completed_on IS DISTINCT FROM new.completed_on OR old.dlp_months IS DISTINCT FROM new.dlp_months OR old.rounding IS DISTINCT FROM new.rounding OR old.payment_days IS DISTINCT FROM new.payment_days OR old.comment IS DISTINCT FROM new.comment OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON agreements REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_agreements();
CREATE TRIGGER z_audit_made AFTER INSERT ON agreements REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_agreements();
alter table agreements enable row level security, force row level security;
create policy tenant on agreements for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table audit_entries (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  at timestamp with time zone not null default clock_timestamp(),
  actor_id uuid,
  is_operator boolean not null,
  session_id uuid,
  request_id text,
  address text,
  action text not null,
  record_type text not null,
  record_id uuid,
  changes jsonb not null default '{}'::jsonb,
  seal bigint,
  constraint audit_entries_pkey PRIMARY KEY (tenant_id, id),
  constraint audit_entries_action_check CHECK (action = ANY (ARRAY['CREATED'::text, 'CHANGED'::text, 'DELETED'::text, 'RESTORED'::text, 'SIGNED_IN'::text, 'SESSION_ENDED'::text, 'UNLOCKED'::text, 'LINK_MAILED'::text, 'LINK_HANDED_OUT'::text, 'LINK_USED'::text, 'EXPORTED'::text]))
);
CREATE INDEX audit_entries_by_seal ON audit_entries USING btree (tenant_id, seal) WHERE seal IS NOT NULL;
CREATE INDEX audit_entries_not_sealed ON audit_entries USING btree (tenant_id, id) WHERE seal IS NULL;
CREATE INDEX audit_entries_of_record ON audit_entries USING btree (tenant_id, record_id, id);
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION app.keep_trail();
CREATE TRIGGER only_added BEFORE DELETE OR UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION app.keep_trail('seal');
alter table audit_entries enable row level security, force row level security;
create policy tenant on audit_entries for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table audit_seals (
  tenant_id uuid not null default app.tenant_id(),
  number bigint not null,
  entries integer not null,
  digest bytea not null,
  signature text,
  sealed_at timestamp with time zone not null default clock_timestamp(),
  constraint audit_seals_pkey PRIMARY KEY (tenant_id, number),
  constraint audit_seals_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint audit_seals_digest_check CHECK (octet_length(digest) = 32),
  constraint audit_seals_entries_check CHECK (entries > 0),
  constraint audit_seals_number_check CHECK (number > 0),
  constraint audit_seals_signature_check CHECK (length(signature) >= 1 AND length(signature) <= 100)
);
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON audit_seals FOR EACH STATEMENT EXECUTE FUNCTION app.keep_trail();
CREATE TRIGGER only_added BEFORE DELETE OR UPDATE ON audit_seals FOR EACH ROW EXECUTE FUNCTION app.keep_trail('signature');
alter table audit_seals enable row level security, force row level security;
create policy tenant on audit_seals for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table audit_takeovers (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  number bigint not null,
  digest bytea not null,
  forged text not null,
  unknown text not null,
  signature text not null,
  made_at timestamp with time zone not null default clock_timestamp(),
  constraint audit_takeovers_pkey PRIMARY KEY (tenant_id, id),
  constraint audit_takeovers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint audit_takeovers_tenant_id_number_fkey FOREIGN KEY (tenant_id, number) REFERENCES audit_seals(tenant_id, number) ON DELETE CASCADE,
  constraint audit_takeovers_digest_check CHECK (octet_length(digest) = 32),
  constraint audit_takeovers_forged_check CHECK (forged ~ '^(\d+-\d+(,\d+-\d+)*)?$'::text),
  constraint audit_takeovers_number_check CHECK (number > 0),
  constraint audit_takeovers_signature_check CHECK (length(signature) >= 1 AND length(signature) <= 100),
  constraint audit_takeovers_unknown_check CHECK (unknown ~ '^(\d+-\d+(,\d+-\d+)*)?$'::text)
);
CREATE INDEX audit_takeovers_of_seal ON audit_takeovers USING btree (tenant_id, number);
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON audit_takeovers FOR EACH STATEMENT EXECUTE FUNCTION app.keep_trail();
CREATE TRIGGER only_added BEFORE DELETE OR UPDATE ON audit_takeovers FOR EACH ROW EXECUTE FUNCTION app.keep_trail('signature');
alter table audit_takeovers enable row level security, force row level security;
create policy tenant on audit_takeovers for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table bank_facilities (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  bank text not null,
  branch text,
  name text,
  limit_amount numeric(15,2) not null,
  margin_percent numeric(5,2),
  commission_percent numeric(5,2),
  commission_basis text not null default 'PER_QUARTER_OR_PART'::text,
  min_charge numeric(15,2),
  frees_on text not null default 'DISCHARGE'::text,
  discharge_days integer not null default 30,
  free_cash numeric(15,2),
  free_cash_on date,
  review_on date,
  is_active boolean not null default true,
  comment text,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  constraint bank_facilities_pkey PRIMARY KEY (tenant_id, id),
  constraint bank_facilities_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint "400 freeCashOn is required with the cash for margins" CHECK (free_cash IS NULL OR free_cash_on IS NOT NULL),
  constraint bank_facilities_bank_check CHECK (bank <> ''::text),
  constraint bank_facilities_commission_basis_check CHECK (commission_basis = ANY (ARRAY['PER_QUARTER_OR_PART'::text, 'PER_DAY_365'::text])),
  constraint bank_facilities_commission_percent_check CHECK (commission_percent >= 0::numeric AND commission_percent <= 100::numeric),
  constraint bank_facilities_discharge_days_check CHECK (discharge_days >= 0 AND discharge_days <= 1000),
  constraint bank_facilities_free_cash_check CHECK (free_cash >= 0::numeric),
  constraint bank_facilities_frees_on_check CHECK (frees_on = ANY (ARRAY['EXPIRY'::text, 'CLAIM_END'::text, 'DISCHARGE'::text])),
  constraint bank_facilities_limit_amount_check CHECK (limit_amount > 0::numeric),
  constraint bank_facilities_margin_percent_check CHECK (margin_percent >= 0::numeric AND margin_percent <= 100::numeric),
  constraint bank_facilities_min_charge_check CHECK (min_charge >= 0::numeric)
);
CREATE UNIQUE INDEX "409 name is already used by another limit of this branch" ON bank_facilities USING btree (tenant_id, lower(bank), lower(COALESCE(branch, ''::text)), lower(COALESCE(name, ''::text))) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON bank_facilities FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER b_in_use_by_bg_plans_facility_id BEFORE UPDATE OF deleted_at ON bank_facilities FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('bg_plans', 'facility_id', 'planned guarantee');
CREATE TRIGGER b_in_use_by_instruments_facility_id BEFORE UPDATE OF deleted_at ON bank_facilities FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('instruments', 'facility_id', 'guarantee');
CREATE TRIGGER deadlines_begin AFTER INSERT ON bank_facilities REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_bank_facilities();
CREATE TRIGGER deadlines_change AFTER UPDATE ON bank_facilities REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_bank_facilities();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON bank_facilities FOR EACH ROW WHEN (old.bank IS DISTINCT FROM new.bank OR old.branch IS DISTINCT FROM new.branch OR old.name IS DISTINCT FROM new.name OR old.limit_amount IS DISTINCT FROM new.limit_amount OR old.margin_percent IS DISTINCT FROM new.margin_percent OR old.commission_percent IS DISTINCT FROM new.commission_percent OR old.commission_basis IS DISTINCT FROM new.commission_basis OR old.min_charge IS DISTINCT FROM new.min_charge OR old.frees_on IS DISTINCT FROM new.frees_on OR old.discharge_days IS DISTINCT FROM new.discharge_days OR old.free_cash IS DISTINCT FROM new.free_cash OR old.free_cash_on IS DISTINCT FROM new.free_cash_on OR old.review_on IS DISTINCT FROM new.review_on OR old.is_active IS DISTINCT FROM new.is_active OR old.comment IS DISTINCT FROM new.comment OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON bank_facilities REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_bank_facilities();
CREATE TRIGGER z_audit_made AFTER INSERT ON bank_facilities REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_bank_facilities();
alter table bank_facilities enable row level security, force row level security;
create policy tenant on bank_facilities for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table bg_plans (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  contract_id uuid not null,
  facility_id uuid not null,
  purpose text not null,
  amount numeric(15,2) not null,
  needed_on date not null,
  until_on date not null,
  state text not null default 'PLANNED'::text,
  instrument_id uuid,
  comment text,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  constraint bg_plans_pkey PRIMARY KEY (tenant_id, id),
  constraint bg_plans_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts(tenant_id, id),
  constraint bg_plans_tenant_id_facility_id_fkey FOREIGN KEY (tenant_id, facility_id) REFERENCES bank_facilities(tenant_id, id),
  constraint bg_plans_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint bg_plans_tenant_id_instrument_id_fkey FOREIGN KEY (tenant_id, instrument_id) REFERENCES instruments(tenant_id, id),
  constraint "400 instrumentId is for what is issued" CHECK (state = 'ISSUED'::text OR instrument_id IS NULL),
  constraint "400 instrumentId is required once it is issued" CHECK (state <> 'ISSUED'::text OR instrument_id IS NOT NULL),
  constraint "400 untilOn must not be before neededOn" CHECK (until_on >= needed_on),
  constraint bg_plans_amount_check CHECK (amount > 0::numeric),
  constraint bg_plans_purpose_check CHECK (purpose = ANY (ARRAY['EMD'::text, 'PERFORMANCE_SECURITY'::text, 'ADDITIONAL_SECURITY'::text, 'SECURITY_DEPOSIT'::text, 'RETENTION'::text, 'ADVANCE_GUARANTEE'::text, 'OTHER'::text])),
  constraint bg_plans_state_check CHECK (state = ANY (ARRAY['PLANNED'::text, 'ISSUED'::text, 'DROPPED'::text]))
);
CREATE UNIQUE INDEX "409 instrumentId is the guarantee of another plan" ON bg_plans USING btree (tenant_id, instrument_id) WHERE deleted_at IS NULL AND instrument_id IS NOT NULL;
CREATE INDEX bg_plans_of_contract ON bg_plans USING btree (tenant_id, contract_id) WHERE deleted_at IS NULL;
CREATE INDEX bg_plans_of_facility ON bg_plans USING btree (tenant_id, facility_id) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON bg_plans FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER b_live_contract_id BEFORE INSERT OR UPDATE OF contract_id, deleted_at ON bg_plans FOR EACH ROW WHEN (new.contract_id IS NOT NULL AND new.deleted_at IS NULL) EXECUTE FUNCTION app.require_named_parent('contract_id', 'contracts', '400 contractId must be a contract of your company');
CREATE TRIGGER b_live_facility_id BEFORE INSERT OR UPDATE OF facility_id, deleted_at ON bg_plans FOR EACH ROW WHEN (new.facility_id IS NOT NULL AND new.deleted_at IS NULL) EXECUTE FUNCTION app.require_named_parent('facility_id', 'bank_facilities', '400 facilityId must be a limit of your company');
CREATE TRIGGER b_live_instrument_id BEFORE INSERT OR UPDATE OF instrument_id, deleted_at ON bg_plans FOR EACH ROW WHEN (new.instrument_id IS NOT NULL AND new.deleted_at IS NULL) EXECUTE FUNCTION app.require_counted_guarantee();
CREATE TRIGGER deadlines_begin AFTER INSERT ON bg_plans REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_bg_plans();
CREATE TRIGGER deadlines_change AFTER UPDATE ON bg_plans REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_bg_plans();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON bg_plans FOR EACH ROW WHEN (old.contract_id IS DISTINCT FROM new.contract_id OR old.facility_id IS DISTINCT FROM new.facility_id OR old.purpose IS DISTINCT FROM new.purpose OR old.amount IS DISTINCT FROM new.amount OR old.needed_on IS DISTINCT FROM new.needed_on OR old.until_on IS DISTINCT FROM new.until_on OR old.state IS DISTINCT FROM new.state OR old.instrument_id IS DISTINCT FROM new.instrument_id OR old.comment IS DISTINCT FROM new.comment OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON bg_plans REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_bg_plans();
CREATE TRIGGER z_audit_made AFTER INSERT ON bg_plans REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_bg_plans();
alter table bg_plans enable row level security, force row level security;
create policy tenant on bg_plans for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table bill_heads (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  agreement_id uuid not null,
  head text not null,
  percent numeric(7,4),
  rule_kind text,
  base text,
  rounding text not null default 'PAISA'::text,
  cap_percent numeric(7,4),
  mode text,
  valid_from date not null,
  comment text,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  constraint bill_heads_pkey PRIMARY KEY (tenant_id, id),
  constraint bill_heads_tenant_id_agreement_id_fkey FOREIGN KEY (tenant_id, agreement_id) REFERENCES agreements(tenant_id, id),
  constraint bill_heads_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint "400 base does not fit this head" CHECK (
CASE head
    WHEN 'IT_TDS'::text THEN base = ANY (ARRAY['TAXABLE'::text, 'INVOICE_NET'::text])
    WHEN 'GST_TDS'::text THEN base = ANY (ARRAY['TAXABLE'::text, 'LESS_RECOVERY'::text])
    ELSE base IS NULL
END),
  constraint "400 base is required of this head" CHECK ((head <> ALL (ARRAY['IT_TDS'::text, 'GST_TDS'::text])) OR base IS NOT NULL),
  constraint "400 capPercent belongs to a retention" CHECK (head = 'RETENTION'::text OR cap_percent IS NULL),
  constraint "400 mode belongs to a retention" CHECK (head = 'RETENTION'::text OR mode IS NULL),
  constraint "400 mode is required of a retention" CHECK (head <> 'RETENTION'::text OR mode IS NOT NULL),
  constraint "400 percent comes from the rule: leave one of the two empty" CHECK (percent IS NULL OR rule_kind IS NULL),
  constraint "400 percent is required where no rule gives it" CHECK (percent IS NOT NULL OR rule_kind IS NOT NULL),
  constraint "400 rounding of GST is to the paisa" CHECK (head <> 'GST'::text OR rounding = 'PAISA'::text),
  constraint bill_heads_base_check CHECK (base = ANY (ARRAY['TAXABLE'::text, 'INVOICE_NET'::text, 'LESS_RECOVERY'::text])),
  constraint bill_heads_cap_percent_check CHECK (cap_percent > 0::numeric AND cap_percent <= 100::numeric),
  constraint bill_heads_head_check CHECK (head = ANY (ARRAY['GST'::text, 'WITHHELD'::text, 'RETENTION'::text, 'ADVANCE_TAX'::text, 'IT_TDS'::text, 'GST_TDS'::text, 'CESS'::text])),
  constraint bill_heads_mode_check CHECK (mode = ANY (ARRAY['EACH_BILL'::text, 'FINAL_ONLY'::text])),
  constraint bill_heads_percent_check CHECK (percent >= 0::numeric AND percent <= 100::numeric),
  constraint bill_heads_rounding_check CHECK (rounding = ANY (ARRAY['PAISA'::text, 'RUPEE'::text])),
  constraint bill_heads_rule_kind_check CHECK (rule_kind ~ '^[A-Z][A-Z0-9_]*$'::text)
);
CREATE UNIQUE INDEX "409 validFrom already has a row of this head" ON bill_heads USING btree (tenant_id, agreement_id, head, valid_from) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON bill_heads FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER b_a_judged BEFORE INSERT OR UPDATE ON bill_heads FOR EACH ROW EXECUTE FUNCTION app.judge_bill_head();
CREATE TRIGGER b_live_agreement_id BEFORE INSERT OR UPDATE OF agreement_id, deleted_at ON bill_heads FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('agreement_id', 'agreements');
CREATE TRIGGER z_audit_changed AFTER UPDATE ON bill_heads FOR EACH ROW WHEN (old.agreement_id IS DISTINCT FROM new.agreement_id OR old.head IS DISTINCT FROM new.head OR old.percent IS DISTINCT FROM new.percent OR old.rule_kind IS DISTINCT FROM new.rule_kind OR old.base IS DISTINCT FROM new.base OR old.rounding IS DISTINCT FROM new.rounding OR old.cap_percent IS DISTINCT FROM new.cap_percent OR old.mode IS DISTINCT FROM new.mode OR old.valid_from IS DISTINCT FROM new.valid_from OR old.comment IS DISTINCT FROM new.comment OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON bill_heads REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_bill_heads();
CREATE TRIGGER z_audit_made AFTER INSERT ON bill_heads REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_bill_heads();
alter table bill_heads enable row level security, force row level security;
create policy tenant on bill_heads for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table bill_items (
  tenant_id uuid not null default app.tenant_id(),
  bill_id uuid not null,
  stage text not null,
  item_id uuid not null,
  "position" integer not null,
  rate numeric(15,4) not null,
  percentage_applies boolean not null,
  quantity_upto numeric(15,3) not null,
  quantity_previous numeric(15,3) not null,
  quantity_since numeric(15,3) not null,
  amount_upto numeric(15,2) not null,
  amount_previous numeric(15,2) not null,
  amount_since numeric(15,2) not null,
  cut_reason text,
  item_no text,
  description text,
  unit text,
  agreed_quantity numeric(15,3),
  limit_percent numeric(7,4),
  constraint bill_items_pkey PRIMARY KEY (tenant_id, bill_id, stage, item_id),
  constraint bill_items_tenant_id_bill_id_fkey FOREIGN KEY (tenant_id, bill_id) REFERENCES bills(tenant_id, id),
  constraint bill_items_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint bill_items_tenant_id_item_id_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES schedule_items(tenant_id, id),
  constraint bill_items_check CHECK (quantity_since = (quantity_upto - quantity_previous)),
  constraint bill_items_check1 CHECK (amount_upto = round(quantity_upto * rate, 2)),
  constraint bill_items_check2 CHECK (amount_since = (amount_upto - amount_previous)),
  constraint bill_items_check3 CHECK (cut_reason IS NULL OR stage = 'PASSED'::text),
  constraint bill_items_check4 CHECK (num_nonnulls(item_no, description, unit, agreed_quantity) =
CASE stage
    WHEN 'CLAIMED'::text THEN 4
    ELSE 0
END),
  constraint bill_items_quantity_upto_check CHECK (quantity_upto >= 0::numeric),
  constraint bill_items_stage_check CHECK (stage = ANY (ARRAY['CLAIMED'::text, 'PASSED'::text]))
);
CREATE INDEX bill_items_of_item ON bill_items USING btree (tenant_id, item_id);
CREATE TRIGGER c_judged BEFORE INSERT OR DELETE OR UPDATE ON bill_items FOR EACH ROW EXECUTE FUNCTION app.judge_bill_line();
CREATE TRIGGER d_described BEFORE INSERT ON bill_items FOR EACH ROW WHEN (new.stage = 'CLAIMED'::text) EXECUTE FUNCTION app.keep_schedule_of_item();
CREATE CONSTRAINT TRIGGER goes_on AFTER INSERT OR DELETE ON bill_items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.check_items_of_bill();
alter table bill_items enable row level security, force row level security;
create policy tenant on bill_items for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table bill_lines (
  tenant_id uuid not null default app.tenant_id(),
  bill_id uuid not null,
  stage text not null,
  head text not null,
  "position" integer not null,
  base numeric(15,2),
  percent numeric(8,5),
  upto numeric(15,2) not null,
  previous numeric(15,2) not null,
  since numeric(15,2) not null,
  rule_ids uuid[] not null default '{}'::uuid[],
  note text,
  constraint bill_lines_pkey PRIMARY KEY (tenant_id, bill_id, stage, head),
  constraint bill_lines_tenant_id_bill_id_fkey FOREIGN KEY (tenant_id, bill_id) REFERENCES bills(tenant_id, id),
  constraint bill_lines_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint bill_lines_check CHECK (since = (upto - previous)),
  constraint bill_lines_head_check CHECK (head = ANY (ARRAY['GROSS'::text, 'CGST'::text, 'SGST'::text, 'IGST'::text, 'ROUND_OFF'::text, 'SECURED_ADVANCE'::text, 'WITHHELD'::text, 'RELEASED'::text, 'RETENTION'::text, 'ADVANCE_RECOVERY'::text, 'ADVANCE_TAX'::text, 'ADVANCE_INTEREST'::text, 'IT_TDS'::text, 'GST_TDS_CENTRAL'::text, 'GST_TDS_STATE'::text, 'GST_TDS_INTEGRATED'::text, 'CESS'::text, 'ROYALTY'::text, 'LD'::text, 'MATERIAL'::text, 'FINE'::text, 'OTHER'::text])),
  constraint bill_lines_stage_check CHECK (stage = ANY (ARRAY['CLAIMED'::text, 'PASSED'::text]))
);
CREATE TRIGGER c_judged BEFORE INSERT OR DELETE OR UPDATE ON bill_lines FOR EACH ROW EXECUTE FUNCTION app.judge_bill_line();
CREATE CONSTRAINT TRIGGER sums_hold AFTER INSERT OR DELETE ON bill_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.check_bill_sums();
alter table bill_lines enable row level security, force row level security;
create policy tenant on bill_lines for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table bill_sheets (
  tenant_id uuid not null default app.tenant_id(),
  sheet_id uuid not null,
  bill_id uuid not null,
  constraint "409 sheetIds a sheet is in another bill already" PRIMARY KEY (tenant_id, sheet_id),
  constraint bill_sheets_tenant_id_bill_id_fkey FOREIGN KEY (tenant_id, bill_id) REFERENCES bills(tenant_id, id),
  constraint bill_sheets_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint bill_sheets_tenant_id_sheet_id_fkey FOREIGN KEY (tenant_id, sheet_id) REFERENCES measurement_sheets(tenant_id, id)
);
CREATE INDEX sheets_of_bill ON bill_sheets USING btree (tenant_id, bill_id);
CREATE TRIGGER b_held BEFORE INSERT OR DELETE ON bill_sheets FOR EACH ROW EXECUTE FUNCTION app.hold_billed_agreement();
CREATE TRIGGER c_judged BEFORE INSERT OR DELETE OR UPDATE ON bill_sheets FOR EACH ROW EXECUTE FUNCTION app.judge_bill_sheet();
CREATE TRIGGER sheets_noted_in AFTER INSERT ON bill_sheets REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_sheets();
CREATE TRIGGER sheets_noted_out AFTER DELETE ON bill_sheets REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_sheets();
alter table bill_sheets enable row level security, force row level security;
create policy tenant on bill_sheets for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table bills (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  agreement_id uuid not null,
  number integer not null,
  title text,
  kind text not null default 'RUNNING'::text,
  bill_date date not null,
  upto_date date not null,
  status text not null default 'DRAFT'::text,
  work_upto numeric(15,2),
  variation_upto numeric(15,2) not null default 0,
  typed jsonb not null default '[]'::jsonb,
  comment text,
  input jsonb,
  basis jsonb,
  net_claimed numeric(15,2),
  memo_no text,
  passed_on date,
  memorandum jsonb,
  work_passed numeric(15,2),
  net_passed numeric(15,2),
  return_reason text,
  cancel_reason text,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  claim_entry jsonb,
  taken_back_reason text,
  work_source text not null default 'TYPED'::text,
  constraint bills_pkey PRIMARY KEY (tenant_id, id),
  constraint bills_tenant_id_agreement_id_fkey FOREIGN KEY (tenant_id, agreement_id) REFERENCES agreements(tenant_id, id),
  constraint bills_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint "400 billDate must not be before uptoDate" CHECK (bill_date >= upto_date),
  constraint "400 passedOn must not be before billDate" CHECK (passed_on >= bill_date),
  constraint "400 workUpto is required" CHECK (work_source = 'ITEMS'::text OR work_upto IS NOT NULL),
  constraint bills_check CHECK (num_nonnulls(input, basis, net_claimed) =
CASE status
    WHEN 'DRAFT'::text THEN 0
    ELSE 3
END),
  constraint bills_check1 CHECK (num_nonnulls(memo_no, passed_on, memorandum, work_passed, net_passed) =
CASE status
    WHEN 'PASSED'::text THEN 5
    ELSE 0
END),
  constraint bills_check2 CHECK ((COALESCE(cancel_reason, ''::text) = ''::text) = (status <> 'CANCELLED'::text)),
  constraint bills_check3 CHECK (status <> 'RETURNED'::text OR COALESCE(return_reason, ''::text) <> ''::text),
  constraint bills_kind_check CHECK (kind = ANY (ARRAY['RUNNING'::text, 'FINAL'::text])),
  constraint bills_memo_no_check CHECK (length(memo_no) >= 1 AND length(memo_no) <= 100),
  constraint bills_number_check CHECK (number >= 1 AND number <= 9999),
  constraint bills_status_check CHECK (status = ANY (ARRAY['DRAFT'::text, 'SUBMITTED'::text, 'RETURNED'::text, 'PASSED'::text, 'CANCELLED'::text])),
  constraint bills_typed_check CHECK (jsonb_typeof(typed) = 'array'::text),
  constraint bills_work_passed_check CHECK (work_passed >= 0::numeric),
  constraint bills_work_source_check CHECK (work_source = ANY (ARRAY['TYPED'::text, 'ITEMS'::text])),
  constraint bills_work_upto_check CHECK (work_upto >= 0::numeric)
);
CREATE UNIQUE INDEX "409 agreementId There is a draft of its next bill already" ON bills USING btree (tenant_id, agreement_id) WHERE deleted_at IS NULL AND status = 'DRAFT'::text;
CREATE UNIQUE INDEX "409 number is already used by another bill" ON bills USING btree (tenant_id, agreement_id, number) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX "409 status A bill is still with the department" ON bills USING btree (tenant_id, agreement_id) WHERE deleted_at IS NULL AND (status = ANY (ARRAY['SUBMITTED'::text, 'RETURNED'::text]));
CREATE INDEX bills_newest ON bills USING btree (tenant_id, created_at, id) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON bills FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER b_live_agreement_id BEFORE INSERT OR UPDATE OF agreement_id, deleted_at ON bills FOR EACH ROW WHEN (new.agreement_id IS NOT NULL AND new.deleted_at IS NULL) EXECUTE FUNCTION app.require_named_parent('agreement_id', 'agreements', '400 agreementId must be an agreement of your company');
CREATE TRIGGER c_judged BEFORE INSERT OR DELETE OR UPDATE ON bills FOR EACH ROW EXECUTE FUNCTION app.judge_bill();
CREATE TRIGGER d_work_source BEFORE INSERT OR UPDATE OF work_source, upto_date ON bills FOR EACH ROW EXECUTE FUNCTION app.judge_work_source();
CREATE TRIGGER sheets_freed AFTER UPDATE ON bills FOR EACH ROW WHEN (new.status = 'CANCELLED'::text AND old.status <> 'CANCELLED'::text OR new.deleted_at IS NOT NULL AND old.deleted_at IS NULL) EXECUTE FUNCTION app.free_sheets();
CREATE TRIGGER status_first AFTER INSERT ON bills REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION app.record_first_status();
CREATE TRIGGER status_history AFTER UPDATE OF status ON bills FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION app.record_status();
CREATE CONSTRAINT TRIGGER sums_hold AFTER INSERT OR UPDATE OF net_claimed, net_passed ON bills DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.check_bill_sums();
CREATE CONSTRAINT TRIGGER work_holds AFTER INSERT OR UPDATE OF status, work_upto, work_passed ON bills DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.work_source = 'ITEMS'::text) EXECUTE FUNCTION app.check_bill_work();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON bills FOR EACH ROW WHEN (old.agreement_id IS DISTINCT FROM new.agreement_id OR old.number IS DISTINCT FROM new.number OR old.title IS DISTINCT FROM new.title OR old.kind IS DISTINCT FROM new.kind OR old.bill_date IS DISTINCT FROM new.bill_date OR old.upto_date IS DISTINCT FROM new.upto_date OR old.status IS DISTINCT FROM new.status OR old.work_upto IS DISTINCT FROM new.work_upto OR old.variation_upto IS DISTINCT FROM new.variation_upto OR old.typed IS DISTINCT FROM new.typed OR old.comment IS DISTINCT FROM new.comment OR old.net_claimed IS DISTINCT FROM new.net_claimed OR old.memo_no IS DISTINCT FROM new.memo_no OR old.passed_on IS DISTINCT FROM new.passed_on OR old.memorandum IS DISTINCT FROM new.memorandum OR old.work_passed IS DISTINCT FROM new.work_passed OR old.net_passed IS DISTINCT FROM new.net_passed OR old.return_reason IS DISTINCT FROM new.return_reason OR old.cancel_reason IS DISTINCT FROM new.cancel_reason OR old.deleted_at IS DISTINCT FROM new.deleted_at OR old.taken_back_reason IS DISTINCT FROM new.taken_back_reason) EXECUTE FUNCTION app.audit_change('id', '{input,basis,claim_entry,id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON bills REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_bills();
CREATE TRIGGER z_audit_made AFTER INSERT ON bills REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_bills();
alter table bills enable row level security, force row level security;
create policy tenant on bills for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table calendar_feeds (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  user_id uuid not null default app.user_id(),
  name text not null,
  scope text not null,
  detail text not null,
  kinds text[] not null default '{}'::text[],
  token_hash bytea not null,
  last_read_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  constraint calendar_feeds_pkey PRIMARY KEY (tenant_id, id),
  constraint calendar_feeds_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint calendar_feeds_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id),
  constraint calendar_feeds_detail_check CHECK (detail = ANY (ARRAY['DATES_ONLY'::text, 'FULL'::text])),
  constraint calendar_feeds_name_check CHECK (length(name) >= 1 AND length(name) <= 60 AND name !~ '[\x01-\x1f\x7f]'::text),
  constraint calendar_feeds_scope_check CHECK (scope = ANY (ARRAY['MINE'::text, 'ALL'::text])),
  constraint calendar_feeds_token_hash_check CHECK (octet_length(token_hash) = 32)
);
CREATE UNIQUE INDEX calendar_feeds_by_token ON calendar_feeds USING btree (tenant_id, token_hash) WHERE deleted_at IS NULL;
CREATE INDEX calendar_feeds_of_person ON calendar_feeds USING btree (tenant_id, user_id) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON calendar_feeds FOR EACH ROW EXECUTE FUNCTION app.stamp('{last_read_at}', '{}');
CREATE TRIGGER b_live_user_id BEFORE INSERT OR UPDATE OF user_id, deleted_at ON calendar_feeds FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('user_id', 'users');
CREATE TRIGGER b_own BEFORE INSERT OR UPDATE OF deleted_at ON calendar_feeds FOR EACH ROW EXECUTE FUNCTION app.guard_calendar_feed();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON calendar_feeds FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.scope IS DISTINCT FROM new.scope OR old.detail IS DISTINCT FROM new.detail OR old.kinds IS DISTINCT FROM new.kinds OR old.token_hash IS DISTINCT FROM new.token_hash OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('user_id', '{last_read_at,user_id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{token_hash}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON calendar_feeds REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_calendar_feeds();
CREATE TRIGGER z_audit_made AFTER INSERT ON calendar_feeds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_calendar_feeds();
alter table calendar_feeds enable row level security, force row level security;
create policy tenant on calendar_feeds for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table company_rules (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  kind text not null,
  scope text not null default 'IN'::text,
  valid_from date not null,
  value jsonb,
  source_title text not null,
  source_reference text,
  source_url text,
  published_on date,
  read_on date,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  constraint company_rules_pkey PRIMARY KEY (tenant_id, id),
  constraint company_rules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint company_rules_kind_check CHECK (kind ~ '^[A-Z][A-Z0-9_]*$'::text),
  constraint company_rules_scope_check CHECK (scope ~ '^IN(-[A-Z]{2})?$'::text),
  constraint company_rules_source_title_check CHECK (source_title <> ''::text),
  constraint company_rules_value_check CHECK (jsonb_typeof(value) = 'object'::text)
);
CREATE UNIQUE INDEX "409 validFrom already has a rule of yours of this kind" ON company_rules USING btree (tenant_id, kind, scope, valid_from) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON company_rules FOR EACH ROW EXECUTE FUNCTION app.stamp('{used_at}', '{}');
CREATE TRIGGER b_keep BEFORE UPDATE ON company_rules FOR EACH ROW EXECUTE FUNCTION app.keep_company_rule();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON company_rules FOR EACH ROW WHEN (old.kind IS DISTINCT FROM new.kind OR old.scope IS DISTINCT FROM new.scope OR old.valid_from IS DISTINCT FROM new.valid_from OR old.value IS DISTINCT FROM new.value OR old.source_title IS DISTINCT FROM new.source_title OR old.source_reference IS DISTINCT FROM new.source_reference OR old.source_url IS DISTINCT FROM new.source_url OR old.published_on IS DISTINCT FROM new.published_on OR old.read_on IS DISTINCT FROM new.read_on OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{used_at,id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON company_rules REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_company_rules();
CREATE TRIGGER z_audit_made AFTER INSERT ON company_rules REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_company_rules();
alter table company_rules enable row level security, force row level security;
create policy tenant on company_rules for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table company_settings (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  weekly_off integer[] not null,
  saturdays_off integer[] not null,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  day_starts_at integer not null default 7,
  day_ends_at integer not null default 21,
  constraint company_settings_pkey PRIMARY KEY (tenant_id, id),
  constraint company_settings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint "400 dayEndsAt must be later than dayStartsAt" CHECK (day_ends_at > day_starts_at),
  constraint company_settings_day_ends_at_check CHECK (day_ends_at >= 1 AND day_ends_at <= 24),
  constraint company_settings_day_starts_at_check CHECK (day_starts_at >= 0 AND day_starts_at <= 23),
  constraint company_settings_saturdays_off_check CHECK (cardinality(saturdays_off) <= 5 AND (1 <= ALL (saturdays_off)) AND (5 >= ALL (saturdays_off))),
  constraint company_settings_weekly_off_check CHECK (cardinality(weekly_off) <= 6 AND (1 <= ALL (weekly_off)) AND (7 >= ALL (weekly_off)))
);
CREATE UNIQUE INDEX "409 weeklyOff These settings were saved at the same moment" ON company_settings USING btree (tenant_id) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON company_settings FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER deadlines_begin AFTER INSERT ON company_settings REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_company_settings();
CREATE TRIGGER deadlines_change AFTER UPDATE ON company_settings REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_company_settings();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON company_settings FOR EACH ROW WHEN (old.weekly_off IS DISTINCT FROM new.weekly_off OR old.saturdays_off IS DISTINCT FROM new.saturdays_off OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON company_settings REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_company_settings();
CREATE TRIGGER z_audit_made AFTER INSERT ON company_settings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_company_settings();
alter table company_settings enable row level security, force row level security;
create policy tenant on company_settings for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table contact_messages (
  id uuid not null default uuidv7(),
  name text not null,
  email text not null,
  mobile text not null,
  message text not null,
  source text,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone default clock_timestamp(),
  leased_until timestamp with time zone,
  last_error text,
  mailed_at timestamp with time zone,
  state text not null generated always as (
CASE
    WHEN mailed_at IS NOT NULL THEN 'SENT'::text
    WHEN next_attempt_at IS NULL THEN 'FAILED'::text
    ELSE 'WAITING'::text
END) stored,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  constraint contact_messages_pkey PRIMARY KEY (id),
  constraint contact_messages_check CHECK (mailed_at IS NULL OR next_attempt_at IS NULL AND leased_until IS NULL),
  constraint contact_messages_email_check CHECK (length(email) >= 3 AND length(email) <= 254 AND app.is_line(email)),
  constraint contact_messages_last_error_check CHECK (length(last_error) >= 1 AND length(last_error) <= 500 AND app.is_line(last_error)),
  constraint contact_messages_message_check CHECK (length(message) >= 1 AND length(message) <= 5000),
  constraint contact_messages_mobile_check CHECK (mobile ~ '^\+?[0-9]{10,15}$'::text),
  constraint contact_messages_name_check CHECK (length(name) >= 1 AND length(name) <= 100 AND app.is_line(name)),
  constraint contact_messages_source_check CHECK (length(source) <= 100 AND app.is_line(source)),
  constraint contact_messages_state_check CHECK (state = ANY (ARRAY['WAITING'::text, 'SENT'::text, 'FAILED'::text]))
);
CREATE INDEX contact_messages_by_mailing ON contact_messages USING btree (mailed_at) WHERE mailed_at IS NOT NULL;
CREATE INDEX contact_messages_due ON contact_messages USING btree (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX contact_messages_newest ON contact_messages USING btree (created_at, id);
CREATE INDEX contact_messages_not_mailed ON contact_messages USING btree (created_at) WHERE mailed_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON contact_messages FOR EACH ROW EXECUTE FUNCTION app.stamp();

create table contract_figures (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  status text not null,
  was_awarded boolean not null,
  contract_type text not null,
  contracts bigint not null,
  paper_cost numeric not null,
  constraint contract_figures_pkey PRIMARY KEY (tenant_id, id)
);
alter table contract_figures enable row level security, force row level security;
create policy tenant on contract_figures for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table contract_import_failures (
  tenant_id uuid not null default app.tenant_id(),
  import_id uuid not null,
  row_no integer not null,
  ref_id text not null,
  cells text[] not null,
  faults jsonb not null,
  constraint contract_import_failures_pkey PRIMARY KEY (tenant_id, import_id, row_no),
  constraint contract_import_failures_tenant_id_import_id_fkey FOREIGN KEY (tenant_id, import_id) REFERENCES contract_imports(tenant_id, id)
);
alter table contract_import_failures enable row level security, force row level security;
create policy tenant on contract_import_failures for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table contract_imports (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  file_name text not null,
  is_dry_run boolean not null,
  state text not null default 'RUNNING'::text,
  rows_expected integer,
  rows_read integer not null default 0,
  created integer not null default 0,
  failed integer not null default 0,
  headings text[] not null default '{}'::text[],
  ignored_columns text[] not null default '{}'::text[],
  fault text,
  started_at timestamp with time zone not null default clock_timestamp(),
  started_by uuid default app.user_id(),
  seen_at timestamp with time zone not null default clock_timestamp(),
  finished_at timestamp with time zone,
  undone_at timestamp with time zone,
  undone_by uuid,
  fault_parts jsonb,
  target text not null default 'CONTRACTS'::text,
  constraint contract_imports_pkey PRIMARY KEY (tenant_id, id),
  constraint contract_imports_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint contract_imports_created_check CHECK (created >= 0),
  constraint contract_imports_failed_check CHECK (failed >= 0),
  constraint contract_imports_file_name_check CHECK (length(file_name) >= 1 AND length(file_name) <= 255),
  constraint contract_imports_rows_expected_check CHECK (rows_expected >= 0),
  constraint contract_imports_rows_read_check CHECK (rows_read >= 0),
  constraint contract_imports_state_check CHECK (state = ANY (ARRAY['RUNNING'::text, 'CHECKED'::text, 'DONE'::text, 'FAILED'::text, 'UNDONE'::text])),
  constraint contract_imports_target_check CHECK (target = ANY (ARRAY['CONTRACTS'::text, 'DEPOSITS'::text]))
);
CREATE TRIGGER z_audit_changed AFTER UPDATE ON contract_imports FOR EACH ROW WHEN (old.file_name IS DISTINCT FROM new.file_name OR old.is_dry_run IS DISTINCT FROM new.is_dry_run OR old.state IS DISTINCT FROM new.state OR old.fault IS DISTINCT FROM new.fault OR old.undone_at IS DISTINCT FROM new.undone_at) EXECUTE FUNCTION app.audit_change('id', '{rows_expected,rows_read,created,failed,headings,ignored_columns,seen_at,started_at,started_by,finished_at,undone_by,id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON contract_imports REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_contract_imports();
CREATE TRIGGER z_audit_made AFTER INSERT ON contract_imports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_contract_imports();
alter table contract_imports enable row level security, force row level security;
create policy tenant on contract_imports for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table contract_terms (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  contract_id uuid not null,
  owner_id uuid,
  bid_validity_days integer,
  bid_valid_until date,
  emd_amount numeric(15,2),
  ps_percent numeric(5,2),
  ps_days integer,
  ps_valid_beyond_days integer,
  sd_percent numeric(5,2),
  sd_cap_percent numeric(5,2),
  agreement_days integer,
  dlp_months integer,
  dlp_ends_on date,
  completed_on date,
  final_bill_on date,
  refund_clause text,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  constraint contract_terms_pkey PRIMARY KEY (tenant_id, id),
  constraint contract_terms_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts(tenant_id, id),
  constraint contract_terms_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint contract_terms_tenant_id_owner_id_fkey FOREIGN KEY (tenant_id, owner_id) REFERENCES users(tenant_id, id),
  constraint "400 dlpEndsOn must not be before completedOn" CHECK (dlp_ends_on >= completed_on),
  constraint contract_terms_agreement_days_check CHECK (agreement_days >= 0 AND agreement_days <= 365),
  constraint contract_terms_bid_validity_days_check CHECK (bid_validity_days >= 0 AND bid_validity_days <= 1000),
  constraint contract_terms_dlp_months_check CHECK (dlp_months >= 0 AND dlp_months <= 120),
  constraint contract_terms_emd_amount_check CHECK (emd_amount >= 0::numeric),
  constraint contract_terms_ps_days_check CHECK (ps_days >= 0 AND ps_days <= 365),
  constraint contract_terms_ps_percent_check CHECK (ps_percent >= 0::numeric AND ps_percent <= 100::numeric),
  constraint contract_terms_ps_valid_beyond_days_check CHECK (ps_valid_beyond_days >= 0 AND ps_valid_beyond_days <= 1000),
  constraint contract_terms_sd_cap_percent_check CHECK (sd_cap_percent >= 0::numeric AND sd_cap_percent <= 100::numeric),
  constraint contract_terms_sd_percent_check CHECK (sd_percent >= 0::numeric AND sd_percent <= 100::numeric)
);
CREATE UNIQUE INDEX "409 contractId This contract has its terms already" ON contract_terms USING btree (tenant_id, contract_id) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON contract_terms FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER b_live_contract_id BEFORE INSERT OR UPDATE OF contract_id, deleted_at ON contract_terms FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('contract_id', 'contracts');
CREATE TRIGGER b_live_owner_id BEFORE INSERT OR UPDATE OF owner_id, deleted_at ON contract_terms FOR EACH ROW WHEN (new.owner_id IS NOT NULL AND new.deleted_at IS NULL) EXECUTE FUNCTION app.require_named_parent('owner_id', 'users', '400 ownerId must be a person of your company');
CREATE TRIGGER deadlines_begin AFTER INSERT ON contract_terms REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_contract_terms();
CREATE TRIGGER deadlines_change AFTER UPDATE ON contract_terms REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_contract_terms();
CREATE TRIGGER given_anew AFTER UPDATE OF owner_id ON contract_terms FOR EACH ROW WHEN (new.owner_id <> app.user_id() AND new.owner_id IS DISTINCT FROM old.owner_id) EXECUTE FUNCTION app.note_given();
CREATE TRIGGER given_first AFTER INSERT ON contract_terms FOR EACH ROW WHEN (new.owner_id <> app.user_id()) EXECUTE FUNCTION app.note_given();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON contract_terms FOR EACH ROW WHEN (old.contract_id IS DISTINCT FROM new.contract_id OR old.owner_id IS DISTINCT FROM new.owner_id OR old.bid_validity_days IS DISTINCT FROM new.bid_validity_days OR old.bid_valid_until IS DISTINCT FROM new.bid_valid_until OR old.emd_amount IS DISTINCT FROM new.emd_amount OR old.ps_percent IS DISTINCT FROM new.ps_percent OR old.ps_days IS DISTINCT FROM new.ps_days OR old.ps_valid_beyond_days IS DISTINCT FROM new.ps_valid_beyond_days OR old.sd_percent IS DISTINCT FROM new.sd_percent OR old.sd_cap_percent IS DISTINCT FROM new.sd_cap_percent OR old.agreement_days IS DISTINCT FROM new.agreement_days OR old.dlp_months IS DISTINCT FROM new.dlp_months OR old.dlp_ends_on IS DISTINCT FROM new.dlp_ends_on OR old.completed_on IS DISTINCT FROM new.completed_on OR old.final_bill_on IS DISTINCT FROM new.final_bill_on OR old.refund_clause IS DISTINCT FROM new.refund_clause OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON contract_terms REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_contract_terms();
CREATE TRIGGER z_audit_made AFTER INSERT ON contract_terms REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_contract_terms();
alter table contract_terms enable row level security, force row level security;
create policy tenant on contract_terms for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table contracts (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  bid_id text,
  contract_name text not null,
  reference_no text,
  description text,
  status text not null default 'DRAFT'::text,
  paper_cost numeric(15,2),
  tender_actual_value numeric(15,2),
  tender_bid_value numeric(15,2),
  tender_bid_percentage numeric(10,4),
  contract_type text,
  termination_reason text,
  extension_count integer not null default 0,
  opening_date date,
  closing_date date,
  result_date date,
  drafting_date date,
  submitted_payment_date date,
  awarded_date date,
  agreement_date date,
  given_start_date date,
  given_end_date date,
  actual_start_date date,
  actual_end_date date,
  license_id text,
  license_holder_name text,
  license_no text,
  comments text,
  contract_metadata jsonb,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  import_id uuid,
  import_fingerprint bytea,
  folded_name text not null generated always as (lower(contract_name)) stored,
  office_id uuid,
  constraint contracts_pkey PRIMARY KEY (tenant_id, id),
  constraint contracts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint contracts_tenant_id_import_id_fkey FOREIGN KEY (tenant_id, import_id) REFERENCES contract_imports(tenant_id, id),
  constraint contracts_tenant_id_office_id_fkey FOREIGN KEY (tenant_id, office_id) REFERENCES offices(tenant_id, id),
  constraint "400 actualEndDate must not be before actualStartDate" CHECK (actual_end_date >= actual_start_date),
  constraint "400 closingDate must not be before openingDate" CHECK (closing_date >= opening_date),
  constraint "400 givenEndDate must not be before givenStartDate" CHECK (given_end_date >= given_start_date),
  constraint contracts_contract_metadata_check CHECK (jsonb_typeof(contract_metadata) = 'object'::text),
  constraint contracts_contract_name_check CHECK (length(contract_name) >= 1 AND length(contract_name) <= 300),
  constraint contracts_extension_count_check CHECK (extension_count >= 0 AND extension_count <= 10000),
  constraint contracts_paper_cost_check CHECK (paper_cost >= 0::numeric),
  constraint contracts_status_check CHECK (status = ANY (ARRAY['DRAFT'::text, 'SUBMITTED'::text, 'AWARDED'::text, 'ACCEPTED'::text, 'REJECTED'::text, 'CANCELLED'::text, 'WORK_ORDER_ISSUED'::text, 'MOBILIZED'::text, 'WORK_IN_PROGRESS'::text, 'ON_HOLD'::text, 'RESUMED'::text, 'COMPLETED'::text, 'SUBMITTED_FOR_APPROVAL'::text, 'APPROVED'::text, 'PAYMENT_PENDING'::text, 'PAYMENT_RECEIVED'::text, 'CLOSED'::text, 'TERMINATED'::text, 'DISPUTE'::text])),
  constraint contracts_tender_actual_value_check CHECK (tender_actual_value >= 0::numeric),
  constraint contracts_tender_bid_percentage_check CHECK (tender_bid_percentage >= '-100'::integer::numeric),
  constraint contracts_tender_bid_value_check CHECK (tender_bid_value >= 0::numeric)
);
CREATE UNIQUE INDEX "409 bidId is already used by another contract" ON contracts USING btree (tenant_id, bid_id) WHERE deleted_at IS NULL AND bid_id <> ''::text;
CREATE UNIQUE INDEX "409 contractName The same row was uploaded before" ON contracts USING btree (tenant_id, import_fingerprint) WHERE deleted_at IS NULL AND import_fingerprint IS NOT NULL;
CREATE INDEX contracts_by_status ON contracts USING btree (tenant_id, status, created_at, id) INCLUDE (folded_name) WHERE deleted_at IS NULL;
CREATE INDEX contracts_closing ON contracts USING btree (tenant_id, closing_date) WHERE deleted_at IS NULL AND status = 'DRAFT'::text AND closing_date IS NOT NULL;
CREATE INDEX contracts_licenses ON contracts USING btree (tenant_id, GREATEST(license_holder_name, ''::text), GREATEST(license_no, ''::text), GREATEST(license_id, ''::text)) WHERE deleted_at IS NULL AND (license_holder_name <> ''::text OR license_no <> ''::text OR license_id <> ''::text);
CREATE INDEX contracts_newest ON contracts USING btree (tenant_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX contracts_of_import ON contracts USING btree (tenant_id, import_id, id) WHERE import_id IS NOT NULL;
CREATE INDEX contracts_of_office ON contracts USING btree (tenant_id, office_id) WHERE deleted_at IS NULL AND office_id IS NOT NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON contracts FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER b_in_use_by_agreements_contract_id BEFORE UPDATE OF deleted_at ON contracts FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('agreements', 'contract_id', 'agreement');
CREATE TRIGGER b_in_use_by_deposit_exemptions_contract_id BEFORE UPDATE OF deleted_at ON contracts FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('deposit_exemptions', 'contract_id', 'exemption');
CREATE TRIGGER b_in_use_by_documents_contract_id BEFORE UPDATE OF deleted_at ON contracts FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('documents', 'contract_id', 'document');
CREATE TRIGGER b_in_use_by_projects_contract_id BEFORE UPDATE OF deleted_at ON contracts FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('projects', 'contract_id', 'project');
CREATE TRIGGER b_in_use_by_security_deposits_contract_id BEFORE UPDATE OF deleted_at ON contracts FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('security_deposits', 'contract_id', 'deposit');
CREATE TRIGGER b_live_office_id BEFORE INSERT OR UPDATE OF office_id, deleted_at ON contracts FOR EACH ROW WHEN (new.office_id IS NOT NULL AND new.deleted_at IS NULL) EXECUTE FUNCTION app.require_office();
CREATE TRIGGER deadlines_begin AFTER INSERT ON contracts REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_contracts();
CREATE TRIGGER deadlines_change AFTER UPDATE ON contracts REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_contracts();
CREATE TRIGGER figures_changed AFTER UPDATE ON contracts REFERENCING OLD TABLE AS before NEW TABLE AS given FOR EACH STATEMENT EXECUTE FUNCTION app.count_changed_contracts();
CREATE TRIGGER figures_new AFTER INSERT ON contracts REFERENCING NEW TABLE AS given FOR EACH STATEMENT EXECUTE FUNCTION app.count_new_contracts();
CREATE TRIGGER status_first AFTER INSERT ON contracts REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION app.record_first_status();
CREATE TRIGGER status_history AFTER UPDATE OF status ON contracts FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION app.record_status();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON contracts FOR EACH ROW WHEN (old.bid_id IS DISTINCT FROM new.bid_id OR old.contract_name IS DISTINCT FROM new.contract_name OR old.reference_no IS DISTINCT FROM new.reference_no OR old.description IS DISTINCT FROM new.description OR old.status IS DISTINCT FROM new.status OR old.paper_cost IS DISTINCT FROM new.paper_cost OR old.tender_actual_value IS DISTINCT FROM new.tender_actual_value OR old.tender_bid_value IS DISTINCT FROM new.tender_bid_value OR old.tender_bid_percentage IS DISTINCT FROM new.tender_bid_percentage OR old.contract_type IS DISTINCT FROM new.contract_type OR old.termination_reason IS DISTINCT FROM new.termination_reason OR old.extension_count IS DISTINCT FROM new.extension_count OR old.opening_date IS DISTINCT FROM new.opening_date OR old.closing_date IS DISTINCT FROM new.closing_date OR old.result_date IS DISTINCT FROM new.result_date OR old.drafting_date IS DISTINCT FROM new.drafting_date OR old.submitted_payment_date IS DISTINCT FROM new.submitted_payment_date OR old.awarded_date IS DISTINCT FROM new.awarded_date OR old.agreement_date IS DISTINCT FROM new.agreement_date OR old.given_start_date IS DISTINCT FROM new.given_start_date OR old.given_end_date IS DISTINCT FROM new.given_end_date OR old.actual_start_date IS DISTINCT FROM new.actual_start_date OR old.actual_end_date IS DISTINCT FROM new.actual_end_date OR old.license_id IS DISTINCT FROM new.license_id OR old.license_holder_name IS DISTINCT FROM new.license_holder_name OR old.license_no IS DISTINCT FROM new.license_no OR old.comments IS DISTINCT FROM new.comments OR old.contract_metadata IS DISTINCT FROM new.contract_metadata OR old.deleted_at IS DISTINCT FROM new.deleted_at OR old.import_id IS DISTINCT FROM new.import_id OR old.office_id IS DISTINCT FROM new.office_id) EXECUTE FUNCTION app.audit_change('id', '{import_fingerprint,id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by,folded_name}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON contracts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_contracts();
CREATE TRIGGER z_audit_made AFTER INSERT ON contracts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_contracts();
alter table contracts enable row level security, force row level security;
create policy tenant on contracts for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table deadline_changes (
  transaction xid8 not null default pg_current_xact_id(),
  id uuid not null default uuidv7(),
  company uuid not null,
  source text not null,
  record_ids uuid[] not null,
  constraint deadline_changes_pkey PRIMARY KEY (transaction, company, id)
);
CREATE CONSTRAINT TRIGGER written AFTER INSERT ON deadline_changes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.write_changed_deadlines();

create table deadlines (
  tenant_id uuid not null default app.tenant_id(),
  record_id uuid not null,
  kind text not null,
  record_type text not null,
  due_on date not null,
  act_by date not null,
  open_from date,
  open_until date,
  owners uuid[] not null,
  owner_id uuid,
  constraint deadlines_pkey PRIMARY KEY (tenant_id, record_id, kind)
);
CREATE INDEX deadlines_by_day ON deadlines USING btree (tenant_id, act_by, due_on, kind, record_id) INCLUDE (open_from, open_until, owner_id);
CREATE INDEX deadlines_of_owner ON deadlines USING btree (tenant_id, owner_id, act_by, due_on, kind, record_id) INCLUDE (open_from, open_until);
alter table deadlines enable row level security, force row level security;
create policy tenant on deadlines for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table deposit_exemptions (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  contract_id uuid not null,
  purpose text not null,
  ground text not null,
  certificate_no text,
  valid_until date,
  amount numeric(15,2),
  state text not null default 'CLAIMED'::text,
  comment text,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  constraint deposit_exemptions_pkey PRIMARY KEY (tenant_id, id),
  constraint deposit_exemptions_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts(tenant_id, id),
  constraint deposit_exemptions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint deposit_exemptions_amount_check CHECK (amount > 0::numeric),
  constraint deposit_exemptions_ground_check CHECK (ground = ANY (ARRAY['UDYAM'::text, 'NSIC'::text, 'STARTUP'::text, 'GOVERNMENT'::text, 'OTHER'::text])),
  constraint deposit_exemptions_purpose_check CHECK (purpose = ANY (ARRAY['EMD'::text, 'PERFORMANCE_SECURITY'::text, 'ADDITIONAL_SECURITY'::text, 'SECURITY_DEPOSIT'::text, 'RETENTION'::text, 'ADVANCE_GUARANTEE'::text, 'OTHER'::text])),
  constraint deposit_exemptions_state_check CHECK (state = ANY (ARRAY['CLAIMED'::text, 'ACCEPTED'::text, 'REFUSED'::text]))
);
CREATE UNIQUE INDEX "409 ground is already claimed for this purpose" ON deposit_exemptions USING btree (tenant_id, contract_id, purpose, ground) WHERE deleted_at IS NULL AND state <> 'REFUSED'::text;
CREATE INDEX deposit_exemptions_of_contract ON deposit_exemptions USING btree (tenant_id, contract_id) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON deposit_exemptions FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER b_live_contract_id BEFORE INSERT OR UPDATE OF contract_id, deleted_at ON deposit_exemptions FOR EACH ROW WHEN (new.contract_id IS NOT NULL AND new.deleted_at IS NULL) EXECUTE FUNCTION app.require_named_parent('contract_id', 'contracts', '400 contractId must be a contract of your company');
CREATE TRIGGER deadlines_begin AFTER INSERT ON deposit_exemptions REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_deposit_exemptions();
CREATE TRIGGER deadlines_change AFTER UPDATE ON deposit_exemptions REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_deposit_exemptions();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON deposit_exemptions FOR EACH ROW WHEN (old.contract_id IS DISTINCT FROM new.contract_id OR old.purpose IS DISTINCT FROM new.purpose OR old.ground IS DISTINCT FROM new.ground OR old.certificate_no IS DISTINCT FROM new.certificate_no OR old.valid_until IS DISTINCT FROM new.valid_until OR old.amount IS DISTINCT FROM new.amount OR old.state IS DISTINCT FROM new.state OR old.comment IS DISTINCT FROM new.comment OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON deposit_exemptions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_deposit_exemptions();
CREATE TRIGGER z_audit_made AFTER INSERT ON deposit_exemptions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_deposit_exemptions();
alter table deposit_exemptions enable row level security, force row level security;
create policy tenant on deposit_exemptions for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table deposit_figures (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  contract_status text not null,
  status text not null,
  deposit_type text not null,
  deposits bigint not null,
  amount numeric not null,
  dated bigint not null,
  days bigint not null,
  received numeric not null default 0,
  lost numeric not null default 0,
  carried numeric not null default 0,
  constraint deposit_figures_pkey PRIMARY KEY (tenant_id, id)
);
alter table deposit_figures enable row level security, force row level security;
create policy tenant on deposit_figures for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table deposit_settings (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  follow_up_days integer[] not null,
  limitation_years integer not null,
  interest_percent numeric(5,2) not null,
  request_prefix text not null,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  constraint deposit_settings_pkey PRIMARY KEY (tenant_id, id),
  constraint deposit_settings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint deposit_settings_follow_up_days_check CHECK (cardinality(follow_up_days) >= 1 AND cardinality(follow_up_days) <= 12 AND (1 <= ALL (follow_up_days)) AND (365 >= ALL (follow_up_days))),
  constraint deposit_settings_interest_percent_check CHECK (interest_percent >= 0::numeric AND interest_percent <= 100::numeric),
  constraint deposit_settings_limitation_years_check CHECK (limitation_years >= 1 AND limitation_years <= 30),
  constraint deposit_settings_request_prefix_check CHECK (length(request_prefix) >= 1 AND length(request_prefix) <= 20)
);
CREATE UNIQUE INDEX "409 requestPrefix These settings were saved at the same moment" ON deposit_settings USING btree (tenant_id) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON deposit_settings FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER deadlines_begin AFTER INSERT ON deposit_settings REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_deposit_settings();
CREATE TRIGGER deadlines_change AFTER UPDATE ON deposit_settings REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_deposit_settings();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON deposit_settings FOR EACH ROW WHEN (old.follow_up_days IS DISTINCT FROM new.follow_up_days OR old.limitation_years IS DISTINCT FROM new.limitation_years OR old.interest_percent IS DISTINCT FROM new.interest_percent OR old.request_prefix IS DISTINCT FROM new.request_prefix OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON deposit_settings REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_deposit_settings();
CREATE TRIGGER z_audit_made AFTER INSERT ON deposit_settings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_deposit_settings();
alter table deposit_settings enable row level security, force row level security;
create policy tenant on deposit_settings for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table deposit_settlements (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  deposit_id uuid not null,
  kind text not null,
  amount numeric(15,2) not null,
  settled_on date,
  reference text,
  reason text,
  into_deposit_id uuid,
  source text not null default 'ENTERED'::text,
  cancelled_at timestamp with time zone,
  cancelled_by uuid,
  cancelled_why text,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  reference_key text generated always as (app.reference_key(reference)) stored,
  constraint deposit_settlements_pkey PRIMARY KEY (tenant_id, id),
  constraint deposit_settlements_tenant_id_deposit_id_fkey FOREIGN KEY (tenant_id, deposit_id) REFERENCES security_deposits(tenant_id, id),
  constraint deposit_settlements_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint deposit_settlements_tenant_id_into_deposit_id_fkey FOREIGN KEY (tenant_id, into_deposit_id) REFERENCES security_deposits(tenant_id, id),
  constraint "400 intoDepositId is for what is carried into another deposit" CHECK ((kind = 'CARRIED'::text) = (into_deposit_id IS NOT NULL)),
  constraint "400 intoDepositId must be another deposit of this contract" CHECK (into_deposit_id <> deposit_id),
  constraint "400 reason is required for what does not come back" CHECK (source = 'STATUS'::text OR (kind <> ALL (ARRAY['FORFEITED'::text, 'DEDUCTED'::text, 'WRITTEN_OFF'::text])) OR reason <> ''::text),
  constraint "400 settledOn is required" CHECK (source = 'STATUS'::text OR settled_on IS NOT NULL),
  constraint deposit_settlements_amount_check CHECK (amount > 0::numeric),
  constraint deposit_settlements_kind_check CHECK (kind = ANY (ARRAY['RECEIVED'::text, 'RELEASED'::text, 'FORFEITED'::text, 'DEDUCTED'::text, 'WRITTEN_OFF'::text, 'CARRIED'::text])),
  constraint deposit_settlements_source_check CHECK (source = ANY (ARRAY['ENTERED'::text, 'STATUS'::text]))
);
CREATE INDEX settlements_by_reference ON deposit_settlements USING btree (tenant_id, reference_key) WHERE kind = 'RECEIVED'::text AND reference IS NOT NULL AND cancelled_at IS NULL;
CREATE INDEX settlements_into ON deposit_settlements USING btree (tenant_id, into_deposit_id) WHERE into_deposit_id IS NOT NULL AND cancelled_at IS NULL;
CREATE INDEX settlements_of_deposit ON deposit_settlements USING btree (tenant_id, deposit_id, created_at);
CREATE TRIGGER a_a_carried BEFORE UPDATE OF cancelled_at ON deposit_settlements FOR EACH ROW WHEN (new.into_deposit_id IS NOT NULL) EXECUTE FUNCTION app.lock_uncarried();
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON deposit_settlements FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER b_a_carried BEFORE INSERT ON deposit_settlements FOR EACH ROW WHEN (new.into_deposit_id IS NOT NULL) EXECUTE FUNCTION app.require_room();
CREATE TRIGGER b_a_open BEFORE INSERT ON deposit_settlements FOR EACH ROW EXECUTE FUNCTION app.require_open_deposit();
CREATE TRIGGER b_live_deposit_id BEFORE INSERT OR UPDATE OF deposit_id, deleted_at ON deposit_settlements FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('deposit_id', 'security_deposits');
CREATE TRIGGER b_live_into_deposit_id BEFORE INSERT OR UPDATE OF into_deposit_id, deleted_at ON deposit_settlements FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('into_deposit_id', 'security_deposits');
CREATE TRIGGER b_only_cancelled BEFORE UPDATE ON deposit_settlements FOR EACH ROW EXECUTE FUNCTION app.require_only_cancelled();
CREATE TRIGGER booked AFTER INSERT ON deposit_settlements FOR EACH ROW WHEN (new.source = 'ENTERED'::text) EXECUTE FUNCTION app.book_settlement();
CREATE TRIGGER carried_in AFTER INSERT OR UPDATE OF cancelled_at ON deposit_settlements FOR EACH ROW WHEN (new.into_deposit_id IS NOT NULL) EXECUTE FUNCTION app.book_carried();
CREATE TRIGGER deadlines_begin AFTER INSERT ON deposit_settlements REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_deposit_settlements();
CREATE TRIGGER deadlines_change AFTER UPDATE ON deposit_settlements REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_deposit_settlements();
CREATE TRIGGER received AFTER INSERT ON deposit_settlements FOR EACH ROW WHEN (new.kind = 'RECEIVED'::text AND new.source = 'ENTERED'::text AND app.user_id() IS NOT NULL) EXECUTE FUNCTION app.note_event();
CREATE TRIGGER unbooked AFTER UPDATE OF cancelled_at ON deposit_settlements FOR EACH ROW WHEN (new.source = 'ENTERED'::text AND old.cancelled_at IS NULL AND new.cancelled_at IS NOT NULL) EXECUTE FUNCTION app.book_settlement();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON deposit_settlements FOR EACH ROW WHEN (old.deposit_id IS DISTINCT FROM new.deposit_id OR old.kind IS DISTINCT FROM new.kind OR old.amount IS DISTINCT FROM new.amount OR old.settled_on IS DISTINCT FROM new.settled_on OR old.reference IS DISTINCT FROM new.reference OR old.reason IS DISTINCT FROM new.reason OR old.into_deposit_id IS DISTINCT FROM new.into_deposit_id OR old.source IS DISTINCT FROM new.source OR old.cancelled_at IS DISTINCT FROM new.cancelled_at OR old.cancelled_by IS DISTINCT FROM new.cancelled_by OR old.cancelled_why IS DISTINCT FROM new.cancelled_why OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by,reference_key}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON deposit_settlements REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_deposit_settlements();
CREATE TRIGGER z_audit_made AFTER INSERT ON deposit_settlements REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_deposit_settlements();
alter table deposit_settlements enable row level security, force row level security;
create policy tenant on deposit_settlements for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table deposit_states (
  tenant_id uuid not null default app.tenant_id(),
  deposit_id uuid not null,
  contract_status text not null,
  office_id uuid,
  owners uuid[] not null,
  owner_id uuid,
  is_open boolean not null,
  due_on date,
  limitation_on date,
  next_step text,
  next_on date,
  over_since date,
  status_since date,
  constraint deposit_states_pkey PRIMARY KEY (tenant_id, deposit_id)
);
alter table deposit_states enable row level security, force row level security;
create policy tenant on deposit_states for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table document_uploads (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  entity_type text not null,
  entity_id uuid not null,
  file_name text not null,
  size bigint not null,
  doc_type text not null,
  purpose text,
  store_attempt text,
  fingerprint text,
  begun_by uuid default app.user_id(),
  seen_at timestamp with time zone not null default clock_timestamp(),
  constraint document_uploads_pkey PRIMARY KEY (tenant_id, id),
  constraint document_uploads_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint document_uploads_doc_type_check CHECK (length(doc_type) >= 1 AND length(doc_type) <= 50),
  constraint document_uploads_file_name_check CHECK (app.is_document_name(file_name)),
  constraint document_uploads_fingerprint_check CHECK (length(fingerprint) >= 1 AND length(fingerprint) <= 200),
  constraint document_uploads_purpose_check CHECK (length(purpose) <= 500),
  constraint document_uploads_size_check CHECK (size >= 1 AND size <= 104857600),
  constraint document_uploads_store_attempt_check CHECK (length(store_attempt) <= 2000)
);
CREATE UNIQUE INDEX document_uploads_alike ON document_uploads USING btree (tenant_id, begun_by, entity_type, entity_id, fingerprint) WHERE fingerprint IS NOT NULL;
CREATE INDEX document_uploads_by_age ON document_uploads USING btree (tenant_id, seen_at);
alter table document_uploads enable row level security, force row level security;
create policy tenant on document_uploads for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table documents (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  entity_type text not null,
  contract_id uuid,
  project_id uuid,
  task_id uuid,
  entity_id uuid not null generated always as (COALESCE(contract_id, project_id, task_id, refund_request_id, measurement_sheet_id, tenant_id)) stored,
  file_name text not null,
  file_type text not null,
  size bigint not null,
  sha256 bytea not null,
  doc_type text not null,
  purpose text,
  has_pictures boolean not null,
  is_erased boolean not null default false,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  refund_request_id uuid,
  valid_until date,
  measurement_sheet_id uuid,
  constraint documents_pkey PRIMARY KEY (tenant_id, id),
  constraint documents_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts(tenant_id, id),
  constraint documents_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint documents_tenant_id_measurement_sheet_id_fkey FOREIGN KEY (tenant_id, measurement_sheet_id) REFERENCES measurement_sheets(tenant_id, id),
  constraint documents_tenant_id_project_id_fkey FOREIGN KEY (tenant_id, project_id) REFERENCES projects(tenant_id, id),
  constraint documents_tenant_id_refund_request_id_fkey FOREIGN KEY (tenant_id, refund_request_id) REFERENCES refund_requests(tenant_id, id),
  constraint documents_tenant_id_task_id_fkey FOREIGN KEY (tenant_id, task_id) REFERENCES tasks(tenant_id, id),
  constraint "400 validUntil is not kept for documents of a measurement sheet" CHECK (valid_until IS NULL OR entity_type <> 'MEASUREMENT'::text),
  constraint documents_check CHECK ((contract_id IS NOT NULL) = (entity_type = 'CONTRACT'::text) AND (project_id IS NOT NULL) = (entity_type = 'PROJECT'::text) AND (task_id IS NOT NULL) = (entity_type = 'TASK'::text) AND (refund_request_id IS NOT NULL) = (entity_type = 'REFUND_REQUEST'::text) AND (measurement_sheet_id IS NOT NULL) = (entity_type = 'MEASUREMENT'::text)),
  constraint documents_check1 CHECK (deleted_at IS NOT NULL OR NOT is_erased),
  constraint documents_doc_type_check CHECK (length(doc_type) >= 1 AND length(doc_type) <= 50),
  constraint documents_entity_type_check CHECK (entity_type = ANY (ARRAY['CONTRACT'::text, 'PROJECT'::text, 'TASK'::text, 'REFUND_REQUEST'::text, 'MEASUREMENT'::text, 'VEHICLE'::text, 'VEHICLE_INSURANCE'::text, 'PAYMENT'::text])),
  constraint documents_file_name_check CHECK (app.is_document_name(file_name)),
  constraint documents_file_type_check CHECK (file_type ~ '^[a-z]+/[a-z0-9.+-]+$'::text),
  constraint documents_purpose_check CHECK (length(purpose) <= 500),
  constraint documents_sha256_check CHECK (octet_length(sha256) = 32),
  constraint documents_size_check CHECK (size >= 1 AND size <= 104857600)
);
CREATE INDEX documents_expiring ON documents USING btree (tenant_id, valid_until) WHERE deleted_at IS NULL AND valid_until IS NOT NULL;
CREATE INDEX documents_newest ON documents USING btree (tenant_id, id) WHERE deleted_at IS NULL;
CREATE INDEX documents_of_contract ON documents USING btree (tenant_id, contract_id) WHERE contract_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX documents_of_project ON documents USING btree (tenant_id, project_id) WHERE project_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX documents_of_record ON documents USING btree (tenant_id, entity_type, entity_id, id) WHERE deleted_at IS NULL;
CREATE INDEX documents_of_sheet ON documents USING btree (tenant_id, measurement_sheet_id) WHERE measurement_sheet_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX documents_of_task ON documents USING btree (tenant_id, task_id) WHERE task_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX documents_to_erase ON documents USING btree (tenant_id, deleted_at) WHERE deleted_at IS NOT NULL AND NOT is_erased;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON documents FOR EACH ROW EXECUTE FUNCTION app.stamp('{is_erased,has_pictures}', '{entity_id}');
CREATE TRIGGER b_gone_for_good BEFORE UPDATE OF deleted_at ON documents FOR EACH ROW WHEN (old.deleted_at IS NOT NULL AND new.deleted_at IS NULL) EXECUTE FUNCTION app.refuse_other_document();
CREATE TRIGGER b_live_contract_id BEFORE INSERT OR UPDATE OF contract_id, deleted_at ON documents FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('contract_id', 'contracts');
CREATE TRIGGER b_live_measurement_sheet_id BEFORE INSERT OR UPDATE OF measurement_sheet_id, deleted_at ON documents FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('measurement_sheet_id', 'measurement_sheets');
CREATE TRIGGER b_live_project_id BEFORE INSERT OR UPDATE OF project_id, deleted_at ON documents FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('project_id', 'projects');
CREATE TRIGGER b_live_refund_request_id BEFORE INSERT OR UPDATE OF refund_request_id, deleted_at ON documents FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('refund_request_id', 'refund_requests');
CREATE TRIGGER b_live_task_id BEFORE INSERT OR UPDATE OF task_id, deleted_at ON documents FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('task_id', 'tasks');
CREATE TRIGGER b_measured BEFORE UPDATE OF deleted_at ON documents FOR EACH ROW WHEN (old.measurement_sheet_id IS NOT NULL AND old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.keep_measured_document();
CREATE TRIGGER b_pictures BEFORE UPDATE OF has_pictures ON documents FOR EACH ROW EXECUTE FUNCTION app.refuse_undrawn_pictures();
CREATE TRIGGER b_sent_letter BEFORE UPDATE OF deleted_at ON documents FOR EACH ROW WHEN (old.refund_request_id IS NOT NULL AND old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_of_letter();
CREATE TRIGGER b_unchanging BEFORE UPDATE OF entity_type, contract_id, project_id, task_id, refund_request_id, measurement_sheet_id, file_type, size, sha256 ON documents FOR EACH ROW EXECUTE FUNCTION app.refuse_other_document();
CREATE TRIGGER deadlines_begin AFTER INSERT ON documents REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_documents();
CREATE TRIGGER deadlines_change AFTER UPDATE ON documents REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_documents();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON documents FOR EACH ROW WHEN (old.entity_type IS DISTINCT FROM new.entity_type OR old.contract_id IS DISTINCT FROM new.contract_id OR old.project_id IS DISTINCT FROM new.project_id OR old.task_id IS DISTINCT FROM new.task_id OR old.file_name IS DISTINCT FROM new.file_name OR old.file_type IS DISTINCT FROM new.file_type OR old.size IS DISTINCT FROM new.size OR old.sha256 IS DISTINCT FROM new.sha256 OR old.doc_type IS DISTINCT FROM new.doc_type OR old.purpose IS DISTINCT FROM new.purpose OR old.deleted_at IS DISTINCT FROM new.deleted_at OR old.refund_request_id IS DISTINCT FROM new.refund_request_id OR old.valid_until IS DISTINCT FROM new.valid_until) EXECUTE FUNCTION app.audit_change('id', '{is_erased,has_pictures,id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by,entity_id}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON documents REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_documents();
CREATE TRIGGER z_audit_made AFTER INSERT ON documents REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_documents();
alter table documents enable row level security, force row level security;
create policy tenant on documents for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table general_task_lines (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  task_id uuid not null,
  "position" integer not null,
  text text not null,
  is_required boolean not null default false,
  is_done boolean not null default false,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  constraint general_task_lines_pkey PRIMARY KEY (tenant_id, id),
  constraint general_task_lines_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint general_task_lines_tenant_id_task_id_fkey FOREIGN KEY (tenant_id, task_id) REFERENCES general_tasks(tenant_id, id),
  constraint general_task_lines_position_check CHECK ("position" >= 1 AND "position" <= 20),
  constraint general_task_lines_text_check CHECK (length(text) >= 1 AND length(text) <= 300)
);
CREATE INDEX lines_of_general_task ON general_task_lines USING btree (tenant_id, task_id) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON general_task_lines FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER b_a_open BEFORE INSERT OR UPDATE ON general_task_lines FOR EACH ROW EXECUTE FUNCTION app.require_open_task();
CREATE TRIGGER b_live_task_id BEFORE INSERT OR UPDATE OF task_id, deleted_at ON general_task_lines FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('task_id', 'general_tasks');
CREATE TRIGGER z_audit_changed AFTER UPDATE ON general_task_lines FOR EACH ROW WHEN (old.task_id IS DISTINCT FROM new.task_id OR old.text IS DISTINCT FROM new.text OR old.is_required IS DISTINCT FROM new.is_required OR old.is_done IS DISTINCT FROM new.is_done OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{position,id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON general_task_lines REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_general_task_lines();
CREATE TRIGGER z_audit_made AFTER INSERT ON general_task_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_general_task_lines();
alter table general_task_lines enable row level security, force row level security;
create policy tenant on general_task_lines for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table general_tasks (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  title text not null,
  note text,
  contract_id uuid,
  deposit_id uuid,
  instrument_id uuid,
  project_id uuid,
  task_id uuid,
  record_id uuid generated always as (COALESCE(contract_id, deposit_id, instrument_id, project_id, task_id)) stored,
  assignee_id uuid,
  due_on date,
  priority text not null default 'NORMAL'::text,
  state text not null default 'OPEN'::text,
  done_at timestamp with time zone,
  done_by uuid,
  repeat_every integer,
  repeat_unit text,
  repeat_from date,
  follows_id uuid,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  series_on date,
  constraint general_tasks_pkey PRIMARY KEY (tenant_id, id),
  constraint general_tasks_tenant_id_assignee_id_fkey FOREIGN KEY (tenant_id, assignee_id) REFERENCES users(tenant_id, id),
  constraint general_tasks_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts(tenant_id, id),
  constraint general_tasks_tenant_id_deposit_id_fkey FOREIGN KEY (tenant_id, deposit_id) REFERENCES security_deposits(tenant_id, id),
  constraint general_tasks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint general_tasks_tenant_id_follows_id_fkey FOREIGN KEY (tenant_id, follows_id) REFERENCES general_tasks(tenant_id, id),
  constraint general_tasks_tenant_id_instrument_id_fkey FOREIGN KEY (tenant_id, instrument_id) REFERENCES instruments(tenant_id, id),
  constraint general_tasks_tenant_id_project_id_fkey FOREIGN KEY (tenant_id, project_id) REFERENCES projects(tenant_id, id),
  constraint general_tasks_tenant_id_task_id_fkey FOREIGN KEY (tenant_id, task_id) REFERENCES tasks(tenant_id, id),
  constraint "400 dueOn is required of a task that repeats" CHECK (repeat_every IS NULL OR due_on IS NOT NULL),
  constraint "400 repeatEvery is required with repeatUnit" CHECK (repeat_unit IS NULL OR repeat_every IS NOT NULL),
  constraint "400 repeatFrom must not be after dueOn" CHECK (repeat_from <= series_on),
  constraint "400 repeatUnit is required with repeatEvery" CHECK (repeat_every IS NULL OR repeat_unit IS NOT NULL),
  constraint general_tasks_check CHECK (num_nonnulls(contract_id, deposit_id, instrument_id, project_id, task_id) <= 1),
  constraint general_tasks_check1 CHECK (repeat_every IS NULL OR repeat_from IS NOT NULL),
  constraint general_tasks_check2 CHECK ((repeat_every IS NULL) = (series_on IS NULL)),
  constraint general_tasks_note_check CHECK (length(note) <= 4000),
  constraint general_tasks_priority_check CHECK (priority = ANY (ARRAY['LOW'::text, 'NORMAL'::text, 'HIGH'::text])),
  constraint general_tasks_repeat_every_check CHECK (repeat_every >= 1 AND repeat_every <= 365),
  constraint general_tasks_repeat_unit_check CHECK (repeat_unit = ANY (ARRAY['DAYS'::text, 'WEEKS'::text, 'MONTHS'::text, 'YEARS'::text])),
  constraint general_tasks_state_check CHECK (state = ANY (ARRAY['OPEN'::text, 'DOING'::text, 'DONE'::text, 'CANCELLED'::text])),
  constraint general_tasks_title_check CHECK (length(title) >= 1 AND length(title) <= 300)
);
CREATE UNIQUE INDEX general_task_is_followed_once ON general_tasks USING btree (tenant_id, follows_id);
CREATE INDEX general_tasks_of_record ON general_tasks USING btree (tenant_id, record_id) WHERE deleted_at IS NULL AND record_id IS NOT NULL;
CREATE INDEX general_tasks_open ON general_tasks USING btree (tenant_id, due_on) WHERE deleted_at IS NULL AND (state = ANY (ARRAY['OPEN'::text, 'DOING'::text]));
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON general_tasks FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER b_live_assignee_id BEFORE INSERT OR UPDATE OF assignee_id, deleted_at ON general_tasks FOR EACH ROW WHEN (new.assignee_id IS NOT NULL AND new.deleted_at IS NULL) EXECUTE FUNCTION app.require_assignee();
CREATE TRIGGER b_live_contract_id BEFORE INSERT OR UPDATE OF contract_id, deleted_at ON general_tasks FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('contract_id', 'contracts');
CREATE TRIGGER b_live_deposit_id BEFORE INSERT OR UPDATE OF deposit_id, deleted_at ON general_tasks FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('deposit_id', 'security_deposits');
CREATE TRIGGER b_live_follows_id BEFORE INSERT OR UPDATE OF follows_id, deleted_at ON general_tasks FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('follows_id', 'general_tasks');
CREATE TRIGGER b_live_instrument_id BEFORE INSERT OR UPDATE OF instrument_id, deleted_at ON general_tasks FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('instrument_id', 'instruments');
CREATE TRIGGER b_live_project_id BEFORE INSERT OR UPDATE OF project_id, deleted_at ON general_tasks FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('project_id', 'projects');
CREATE TRIGGER b_live_task_id BEFORE INSERT OR UPDATE OF task_id, deleted_at ON general_tasks FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('task_id', 'tasks');
CREATE TRIGGER b_series BEFORE INSERT OR UPDATE OF due_on, repeat_every, repeat_unit, repeat_from, series_on ON general_tasks FOR EACH ROW EXECUTE FUNCTION app.keep_series();
CREATE TRIGGER b_state BEFORE INSERT OR UPDATE ON general_tasks FOR EACH ROW EXECUTE FUNCTION app.keep_task_state();
CREATE TRIGGER deadlines_begin AFTER INSERT ON general_tasks REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_general_tasks();
CREATE TRIGGER deadlines_change AFTER UPDATE ON general_tasks REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_general_tasks();
CREATE TRIGGER given_anew AFTER UPDATE OF assignee_id ON general_tasks FOR EACH ROW WHEN (new.assignee_id <> app.user_id() AND new.assignee_id IS DISTINCT FROM old.assignee_id) EXECUTE FUNCTION app.note_given();
CREATE TRIGGER given_first AFTER INSERT ON general_tasks FOR EACH ROW WHEN (new.assignee_id <> app.user_id()) EXECUTE FUNCTION app.note_given();
CREATE TRIGGER next_task AFTER UPDATE OF state ON general_tasks FOR EACH ROW WHEN (old.state <> 'DONE'::text AND new.state = 'DONE'::text AND new.repeat_every IS NOT NULL) EXECUTE FUNCTION app.make_next_task();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON general_tasks FOR EACH ROW WHEN (old.title IS DISTINCT FROM new.title OR old.note IS DISTINCT FROM new.note OR old.contract_id IS DISTINCT FROM new.contract_id OR old.deposit_id IS DISTINCT FROM new.deposit_id OR old.instrument_id IS DISTINCT FROM new.instrument_id OR old.project_id IS DISTINCT FROM new.project_id OR old.task_id IS DISTINCT FROM new.task_id OR old.assignee_id IS DISTINCT FROM new.assignee_id OR old.due_on IS DISTINCT FROM new.due_on OR old.priority IS DISTINCT FROM new.priority OR old.state IS DISTINCT FROM new.state OR old.repeat_every IS DISTINCT FROM new.repeat_every OR old.repeat_unit IS DISTINCT FROM new.repeat_unit OR old.repeat_from IS DISTINCT FROM new.repeat_from OR old.follows_id IS DISTINCT FROM new.follows_id OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{done_at,done_by,series_on,id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by,record_id}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON general_tasks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_general_tasks();
CREATE TRIGGER z_audit_made AFTER INSERT ON general_tasks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_general_tasks();
alter table general_tasks enable row level security, force row level security;
create policy tenant on general_tasks for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table happenings (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  kind text not null,
  actor_id uuid not null default app.user_id(),
  record_type text not null,
  record_id uuid,
  count integer not null default 1,
  people uuid[] not null default '{}'::uuid[],
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint happenings_pkey PRIMARY KEY (tenant_id, id),
  constraint happenings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint happenings_count_check CHECK (count > 0),
  constraint happenings_kind_check CHECK (kind = ANY (ARRAY['CONTRACT_GIVEN'::text, 'DEPOSIT_GIVEN'::text, 'TASK_GIVEN'::text, 'GENERAL_TASK_GIVEN'::text, 'MENTIONED'::text, 'REVIEW_ASKED'::text, 'REVIEW_APPROVED'::text, 'REVIEW_REJECTED'::text, 'INSTRUMENT_CLAIMED'::text, 'REFUND_RECEIVED'::text])),
  constraint happenings_record_type_check CHECK (record_type = ANY (ARRAY['CONTRACT'::text, 'DEPOSIT'::text, 'INSTRUMENT'::text, 'PROJECT'::text, 'TASK'::text, 'GENERAL_TASK'::text]))
);
alter table happenings enable row level security, force row level security;
create policy tenant on happenings for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table holidays (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  on_day date not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  closed text not null default 'COMPANY_AND_BANKS'::text,
  constraint holidays_pkey PRIMARY KEY (tenant_id, id),
  constraint holidays_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint holidays_closed_check CHECK (closed = ANY (ARRAY['COMPANY_AND_BANKS'::text, 'COMPANY'::text, 'BANKS'::text])),
  constraint holidays_name_check CHECK (name <> ''::text)
);
CREATE UNIQUE INDEX "409 onDay is a holiday already" ON holidays USING btree (tenant_id, on_day) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON holidays FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER deadlines_begin AFTER INSERT ON holidays REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_holidays();
CREATE TRIGGER deadlines_change AFTER UPDATE ON holidays REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_holidays();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON holidays FOR EACH ROW WHEN (old.on_day IS DISTINCT FROM new.on_day OR old.name IS DISTINCT FROM new.name OR old.deleted_at IS DISTINCT FROM new.deleted_at OR old.closed IS DISTINCT FROM new.closed) EXECUTE FUNCTION app.audit_change('id', '{id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON holidays REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_holidays();
CREATE TRIGGER z_audit_made AFTER INSERT ON holidays REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_holidays();
alter table holidays enable row level security, force row level security;
create policy tenant on holidays for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table idempotency_keys (
  tenant_id uuid not null default app.tenant_id(),
  user_id uuid not null default app.user_id(),
  key text not null,
  answer jsonb,
  created_at timestamp with time zone not null default now(),
  asked bytea not null,
  secrets_hash text,
  constraint idempotency_keys_pkey PRIMARY KEY (tenant_id, user_id, key),
  constraint idempotency_keys_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id),
  constraint idempotency_keys_asked_check CHECK (octet_length(asked) = 32),
  constraint idempotency_keys_key_check CHECK (length(key) >= 8 AND length(key) <= 200)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys USING btree (tenant_id, created_at);
alter table idempotency_keys enable row level security, force row level security;
create policy tenant on idempotency_keys for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table instrument_events (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  instrument_id uuid not null,
  kind text not null,
  happened_on date not null,
  from_state text not null,
  to_state text not null,
  amount_before numeric(15,2),
  amount_after numeric(15,2),
  issued_on_before date,
  issued_on_after date,
  expires_on_before date,
  expires_on_after date,
  claim_until_before date,
  claim_until_after date,
  matures_on_before date,
  matures_on_after date,
  number text,
  paid_amount numeric(15,2),
  charges numeric(15,2),
  reference text,
  remark text,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  constraint instrument_events_pkey PRIMARY KEY (tenant_id, id),
  constraint instrument_events_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint instrument_events_tenant_id_instrument_id_fkey FOREIGN KEY (tenant_id, instrument_id) REFERENCES instruments(tenant_id, id),
  constraint "400 amount is required for what was paid out" CHECK ((kind = 'PAID_OUT'::text) = (paid_amount IS NOT NULL)),
  constraint "400 remark is required: say why it is corrected" CHECK (kind <> 'CORRECTED'::text OR remark <> ''::text),
  constraint instrument_events_amount_after_check CHECK (amount_after >= 0::numeric),
  constraint instrument_events_charges_check CHECK (charges >= 0::numeric),
  constraint instrument_events_kind_check CHECK (kind = ANY (ARRAY['REQUESTED'::text, 'ISSUED'::text, 'LODGED'::text, 'EXTENDED'::text, 'AMOUNT_CHANGED'::text, 'RENEWED'::text, 'REVALIDATED'::text, 'CLAIM_LODGED'::text, 'EXTEND_OR_PAY'::text, 'STAYED'::text, 'STAY_VACATED'::text, 'CLAIM_WITHDRAWN'::text, 'PAID_OUT'::text, 'RETURNED'::text, 'DISCHARGED'::text, 'ENCASHED'::text, 'CANCELLED'::text, 'CORRECTED'::text])),
  constraint instrument_events_paid_amount_check CHECK (paid_amount > 0::numeric)
);
CREATE INDEX instrument_events_of_instrument ON instrument_events USING btree (tenant_id, instrument_id, id);
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON instrument_events FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER b_a_move BEFORE INSERT ON instrument_events FOR EACH ROW EXECUTE FUNCTION app.require_move();
CREATE TRIGGER b_live_instrument_id BEFORE INSERT OR UPDATE OF instrument_id, deleted_at ON instrument_events FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('instrument_id', 'instruments');
CREATE TRIGGER claimed AFTER INSERT ON instrument_events FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['CLAIM_LODGED'::text, 'EXTEND_OR_PAY'::text])) AND app.user_id() IS NOT NULL) EXECUTE FUNCTION app.note_event();
CREATE TRIGGER deadlines_begin AFTER INSERT ON instrument_events REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_instrument_events();
CREATE TRIGGER deadlines_change AFTER UPDATE ON instrument_events REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_instrument_events();
CREATE TRIGGER moved AFTER INSERT ON instrument_events FOR EACH ROW EXECUTE FUNCTION app.move_instrument();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON instrument_events FOR EACH ROW WHEN (old.instrument_id IS DISTINCT FROM new.instrument_id OR old.kind IS DISTINCT FROM new.kind OR old.happened_on IS DISTINCT FROM new.happened_on OR old.from_state IS DISTINCT FROM new.from_state OR old.to_state IS DISTINCT FROM new.to_state OR old.amount_before IS DISTINCT FROM new.amount_before OR old.amount_after IS DISTINCT FROM new.amount_after OR old.issued_on_before IS DISTINCT FROM new.issued_on_before OR old.issued_on_after IS DISTINCT FROM new.issued_on_after OR old.expires_on_before IS DISTINCT FROM new.expires_on_before OR old.expires_on_after IS DISTINCT FROM new.expires_on_after OR old.claim_until_before IS DISTINCT FROM new.claim_until_before OR old.claim_until_after IS DISTINCT FROM new.claim_until_after OR old.matures_on_before IS DISTINCT FROM new.matures_on_before OR old.matures_on_after IS DISTINCT FROM new.matures_on_after OR old.number IS DISTINCT FROM new.number OR old.paid_amount IS DISTINCT FROM new.paid_amount OR old.charges IS DISTINCT FROM new.charges OR old.reference IS DISTINCT FROM new.reference OR old.remark IS DISTINCT FROM new.remark OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON instrument_events REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_instrument_events();
CREATE TRIGGER z_audit_made AFTER INSERT ON instrument_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_instrument_events();
alter table instrument_events enable row level security, force row level security;
create policy tenant on instrument_events for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table instrument_liens (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  guarantee_id uuid not null,
  receipt_id uuid not null,
  amount numeric(15,2) not null,
  marked_on date not null,
  freed_on date,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  constraint instrument_liens_pkey PRIMARY KEY (tenant_id, id),
  constraint instrument_liens_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint instrument_liens_tenant_id_guarantee_id_fkey FOREIGN KEY (tenant_id, guarantee_id) REFERENCES instruments(tenant_id, id),
  constraint instrument_liens_tenant_id_receipt_id_fkey FOREIGN KEY (tenant_id, receipt_id) REFERENCES instruments(tenant_id, id),
  constraint "400 freedOn must not be before markedOn" CHECK (freed_on >= marked_on),
  constraint instrument_liens_amount_check CHECK (amount > 0::numeric)
);
CREATE INDEX liens_of_guarantee ON instrument_liens USING btree (tenant_id, guarantee_id);
CREATE INDEX liens_of_receipt ON instrument_liens USING btree (tenant_id, receipt_id);
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON instrument_liens FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER b_a_free BEFORE INSERT ON instrument_liens FOR EACH ROW EXECUTE FUNCTION app.require_free_receipt();
CREATE TRIGGER b_live_guarantee_id BEFORE INSERT OR UPDATE OF guarantee_id, deleted_at ON instrument_liens FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('guarantee_id', 'instruments');
CREATE TRIGGER b_live_receipt_id BEFORE INSERT OR UPDATE OF receipt_id, deleted_at ON instrument_liens FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('receipt_id', 'instruments');
CREATE TRIGGER b_only_freed BEFORE UPDATE OF freed_on ON instrument_liens FOR EACH ROW EXECUTE FUNCTION app.require_only_freed();
CREATE TRIGGER b_only_imported BEFORE UPDATE OF deleted_at ON instrument_liens FOR EACH ROW WHEN (new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.require_imported_lien();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON instrument_liens FOR EACH ROW WHEN (old.guarantee_id IS DISTINCT FROM new.guarantee_id OR old.receipt_id IS DISTINCT FROM new.receipt_id OR old.amount IS DISTINCT FROM new.amount OR old.marked_on IS DISTINCT FROM new.marked_on OR old.freed_on IS DISTINCT FROM new.freed_on OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON instrument_liens REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_instrument_liens();
CREATE TRIGGER z_audit_made AFTER INSERT ON instrument_liens REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_instrument_liens();
alter table instrument_liens enable row level security, force row level security;
create policy tenant on instrument_liens for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table instruments (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  kind text not null,
  number text,
  amount numeric(15,2) not null,
  issuer text,
  branch text,
  office_id uuid,
  favouring text,
  issued_on date,
  effective_on date,
  expires_on date,
  claim_until date,
  matures_on date,
  stale_on date,
  ends_on date generated always as (COALESCE(expires_on, matures_on, stale_on)) stored,
  margin_percent numeric(5,2),
  commission_percent numeric(5,2),
  held_by text,
  comment text,
  state text not null default 'DRAFT'::text,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  import_id uuid,
  import_row integer,
  imported_as timestamp with time zone,
  facility_id uuid,
  constraint instruments_pkey PRIMARY KEY (tenant_id, id),
  constraint instruments_tenant_id_facility_id_fkey FOREIGN KEY (tenant_id, facility_id) REFERENCES bank_facilities(tenant_id, id),
  constraint instruments_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint instruments_tenant_id_import_id_fkey FOREIGN KEY (tenant_id, import_id) REFERENCES contract_imports(tenant_id, id),
  constraint instruments_tenant_id_office_id_fkey FOREIGN KEY (tenant_id, office_id) REFERENCES offices(tenant_id, id),
  constraint "400 claimUntil is for guarantees and surety bonds" CHECK (claim_until IS NULL OR (kind = ANY (ARRAY['BG'::text, 'E_BG'::text, 'SURETY_BOND'::text]))),
  constraint "400 claimUntil must not be before expiresOn" CHECK (claim_until >= expires_on),
  constraint "400 effectiveOn must not be before issuedOn" CHECK (effective_on >= issued_on),
  constraint "400 expiresOn is for guarantees and surety bonds" CHECK (expires_on IS NULL OR (kind = ANY (ARRAY['BG'::text, 'E_BG'::text, 'SURETY_BOND'::text]))),
  constraint "400 expiresOn is required once it is issued" CHECK (expires_on IS NOT NULL OR (state = ANY (ARRAY['DRAFT'::text, 'REQUESTED'::text, 'CANCELLED'::text])) OR (kind <> ALL (ARRAY['BG'::text, 'E_BG'::text, 'SURETY_BOND'::text]))),
  constraint "400 expiresOn must not be before effectiveOn" CHECK (expires_on >= effective_on),
  constraint "400 expiresOn must not be before issuedOn" CHECK (expires_on >= issued_on),
  constraint "400 facilityId is for bank guarantees" CHECK (facility_id IS NULL OR (kind = ANY (ARRAY['BG'::text, 'E_BG'::text]))),
  constraint "400 issuedOn is required once it is issued" CHECK (issued_on IS NOT NULL OR (state = ANY (ARRAY['DRAFT'::text, 'REQUESTED'::text, 'CANCELLED'::text])) OR (kind = ANY (ARRAY['ONLINE'::text, 'CASH'::text, 'BILL_DEDUCTION'::text]))),
  constraint "400 maturesOn is for deposit receipts and certificates" CHECK (matures_on IS NULL OR (kind = ANY (ARRAY['FDR'::text, 'TDR'::text, 'NSC'::text]))),
  constraint "400 maturesOn must not be before issuedOn" CHECK (matures_on >= issued_on),
  constraint "400 number is required once it is issued" CHECK (COALESCE(number, ''::text) <> ''::text OR (state = ANY (ARRAY['DRAFT'::text, 'REQUESTED'::text, 'CANCELLED'::text])) OR (kind = ANY (ARRAY['CASH'::text, 'BILL_DEDUCTION'::text]))),
  constraint instruments_amount_check CHECK (amount > 0::numeric),
  constraint instruments_commission_percent_check CHECK (commission_percent >= 0::numeric AND commission_percent <= 100::numeric),
  constraint instruments_held_by_check CHECK (held_by = ANY (ARRAY['US'::text, 'DEPARTMENT'::text, 'BANK'::text, 'COURIER'::text])),
  constraint instruments_kind_check CHECK (kind = ANY (ARRAY['BG'::text, 'E_BG'::text, 'SURETY_BOND'::text, 'FDR'::text, 'TDR'::text, 'NSC'::text, 'DD'::text, 'BANKERS_CHEQUE'::text, 'ONLINE'::text, 'CASH'::text, 'BILL_DEDUCTION'::text])),
  constraint instruments_margin_percent_check CHECK (margin_percent >= 0::numeric AND margin_percent <= 100::numeric),
  constraint instruments_state_check CHECK (state = ANY (ARRAY['DRAFT'::text, 'REQUESTED'::text, 'ISSUED'::text, 'LODGED'::text, 'CLAIMED'::text, 'PAID_OUT'::text, 'RETURNED'::text, 'CLOSED'::text, 'CANCELLED'::text]))
);
CREATE UNIQUE INDEX "409 number This instrument is in the register already" ON instruments USING btree (tenant_id, (kind = ANY (ARRAY['BG'::text, 'E_BG'::text, 'SURETY_BOND'::text])), lower(COALESCE(issuer, ''::text)), upper(number)) WHERE deleted_at IS NULL AND number <> ''::text AND state <> 'CANCELLED'::text AND (kind <> ALL (ARRAY['CASH'::text, 'BILL_DEDUCTION'::text]));
CREATE INDEX instruments_newest ON instruments USING btree (tenant_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX instruments_of_facility ON instruments USING btree (tenant_id, facility_id) WHERE deleted_at IS NULL AND facility_id IS NOT NULL;
CREATE INDEX instruments_of_import ON instruments USING btree (tenant_id, import_id, id) WHERE import_id IS NOT NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON instruments FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER b_a_keep BEFORE INSERT OR UPDATE ON instruments FOR EACH ROW EXECUTE FUNCTION app.keep_instrument();
CREATE TRIGGER b_imported BEFORE UPDATE OF imported_as ON instruments FOR EACH ROW EXECUTE FUNCTION app.note_imported();
CREATE TRIGGER b_in_use_by_bg_plans_instrument_id BEFORE UPDATE OF deleted_at ON instruments FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('bg_plans', 'instrument_id', 'planned guarantee');
CREATE TRIGGER b_in_use_by_instrument_liens_guarantee_id BEFORE UPDATE OF deleted_at ON instruments FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('instrument_liens', 'guarantee_id', 'lien');
CREATE TRIGGER b_in_use_by_instrument_liens_receipt_id BEFORE UPDATE OF deleted_at ON instruments FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('instrument_liens', 'receipt_id', 'lien');
CREATE TRIGGER b_in_use_by_security_deposits_instrument_id BEFORE UPDATE OF deleted_at ON instruments FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('security_deposits', 'instrument_id', 'deposit');
CREATE TRIGGER b_live_facility_id BEFORE INSERT OR UPDATE OF facility_id, deleted_at ON instruments FOR EACH ROW WHEN (new.facility_id IS NOT NULL AND new.deleted_at IS NULL) EXECUTE FUNCTION app.require_named_parent('facility_id', 'bank_facilities', '400 facilityId must be a limit of your company');
CREATE TRIGGER b_live_office_id BEFORE INSERT OR UPDATE OF office_id, deleted_at ON instruments FOR EACH ROW WHEN (new.office_id IS NOT NULL AND new.deleted_at IS NULL) EXECUTE FUNCTION app.require_office();
CREATE TRIGGER deadlines_begin AFTER INSERT ON instruments REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_instruments();
CREATE TRIGGER deadlines_change AFTER UPDATE ON instruments REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_instruments();
CREATE TRIGGER told AFTER UPDATE ON instruments FOR EACH ROW WHEN (old.number IS DISTINCT FROM new.number OR old.issuer IS DISTINCT FROM new.issuer OR old.branch IS DISTINCT FROM new.branch) EXECUTE FUNCTION app.tell_deposits();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON instruments FOR EACH ROW WHEN (old.kind IS DISTINCT FROM new.kind OR old.number IS DISTINCT FROM new.number OR old.amount IS DISTINCT FROM new.amount OR old.issuer IS DISTINCT FROM new.issuer OR old.branch IS DISTINCT FROM new.branch OR old.office_id IS DISTINCT FROM new.office_id OR old.favouring IS DISTINCT FROM new.favouring OR old.issued_on IS DISTINCT FROM new.issued_on OR old.effective_on IS DISTINCT FROM new.effective_on OR old.expires_on IS DISTINCT FROM new.expires_on OR old.claim_until IS DISTINCT FROM new.claim_until OR old.matures_on IS DISTINCT FROM new.matures_on OR old.margin_percent IS DISTINCT FROM new.margin_percent OR old.commission_percent IS DISTINCT FROM new.commission_percent OR old.held_by IS DISTINCT FROM new.held_by OR old.comment IS DISTINCT FROM new.comment OR old.state IS DISTINCT FROM new.state OR old.deleted_at IS DISTINCT FROM new.deleted_at OR old.import_id IS DISTINCT FROM new.import_id OR old.import_row IS DISTINCT FROM new.import_row OR old.imported_as IS DISTINCT FROM new.imported_as OR old.facility_id IS DISTINCT FROM new.facility_id) EXECUTE FUNCTION app.audit_change('id', '{stale_on,id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by,ends_on}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON instruments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_instruments();
CREATE TRIGGER z_audit_made AFTER INSERT ON instruments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_instruments();
alter table instruments enable row level security, force row level security;
create policy tenant on instruments for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table item_totals (
  tenant_id uuid not null default app.tenant_id(),
  item_id uuid not null,
  measured_quantity numeric(15,3) not null,
  constraint item_totals_pkey PRIMARY KEY (tenant_id, item_id),
  constraint item_totals_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint item_totals_tenant_id_item_id_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES schedule_items(tenant_id, id)
);
alter table item_totals enable row level security, force row level security;
create policy tenant on item_totals for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table known_devices (
  tenant_id uuid not null default app.tenant_id(),
  user_id uuid not null,
  digest bytea not null,
  failures integer not null default 0,
  seen_at timestamp with time zone not null default now(),
  constraint known_devices_pkey PRIMARY KEY (tenant_id, user_id, digest),
  constraint known_devices_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE,
  constraint known_devices_digest_check CHECK (octet_length(digest) = 32),
  constraint known_devices_failures_check CHECK (failures >= 0 AND failures <= 10)
);
alter table known_devices enable row level security, force row level security;
create policy tenant on known_devices for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table letter_templates (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  kind text not null,
  language text not null default 'en'::text,
  name text not null,
  subject text not null,
  body text not null,
  enclosures text,
  is_default boolean not null default false,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  constraint letter_templates_pkey PRIMARY KEY (tenant_id, id),
  constraint letter_templates_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint letter_templates_body_check CHECK (length(body) >= 1 AND length(body) <= 10000),
  constraint letter_templates_enclosures_check CHECK (length(enclosures) <= 2000),
  constraint letter_templates_kind_check CHECK (kind = ANY (ARRAY['REFUND_REQUEST'::text, 'FOLLOW_UP'::text, 'RELEASE_GUARANTEE'::text, 'EXTENSION_TO_BANK'::text, 'DISCHARGE_TO_BANK'::text])),
  constraint letter_templates_language_check CHECK (language = ANY (ARRAY['en'::text, 'hi'::text])),
  constraint letter_templates_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  constraint letter_templates_subject_check CHECK (length(subject) >= 1 AND length(subject) <= 500)
);
CREATE UNIQUE INDEX "409 isDefault Another letter became the standard just now" ON letter_templates USING btree (tenant_id, kind, language) WHERE is_default AND deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON letter_templates FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON letter_templates FOR EACH ROW WHEN (old.kind IS DISTINCT FROM new.kind OR old.language IS DISTINCT FROM new.language OR old.name IS DISTINCT FROM new.name OR old.subject IS DISTINCT FROM new.subject OR old.body IS DISTINCT FROM new.body OR old.enclosures IS DISTINCT FROM new.enclosures OR old.is_default IS DISTINCT FROM new.is_default OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON letter_templates REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_letter_templates();
CREATE TRIGGER z_audit_made AFTER INSERT ON letter_templates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_letter_templates();
alter table letter_templates enable row level security, force row level security;
create policy tenant on letter_templates for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table letterheads (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  file_name text,
  content bytea,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  constraint letterheads_pkey PRIMARY KEY (tenant_id, id),
  constraint letterheads_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint letterheads_check CHECK ((file_name IS NULL) = (content IS NULL)),
  constraint letterheads_content_check CHECK (octet_length(content) >= 1 AND octet_length(content) <= 2097152),
  constraint letterheads_file_name_check CHECK (length(file_name) >= 1 AND length(file_name) <= 255)
);
CREATE UNIQUE INDEX letterheads_one ON letterheads USING btree (tenant_id);
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON letterheads FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON letterheads FOR EACH ROW WHEN (old.file_name IS DISTINCT FROM new.file_name OR old.content IS DISTINCT FROM new.content OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{content}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON letterheads REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_letterheads();
CREATE TRIGGER z_audit_made AFTER INSERT ON letterheads REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_letterheads();
alter table letterheads enable row level security, force row level security;
create policy tenant on letterheads for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table list_columns (
  tenant_id uuid not null default app.tenant_id(),
  user_id uuid not null default app.user_id(),
  list text not null,
  columns text[] not null,
  constraint list_columns_pkey PRIMARY KEY (tenant_id, user_id, list),
  constraint list_columns_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id),
  constraint list_columns_columns_check CHECK (cardinality(columns) >= 1 AND cardinality(columns) <= 100),
  constraint list_columns_list_check CHECK (length(list) >= 1 AND length(list) <= 50)
);
alter table list_columns enable row level security, force row level security;
create policy tenant on list_columns for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table list_view_shares (
  tenant_id uuid not null default app.tenant_id(),
  view_id uuid not null,
  role_id uuid not null,
  constraint list_view_shares_pkey PRIMARY KEY (tenant_id, view_id, role_id),
  constraint list_view_shares_tenant_id_role_id_fkey FOREIGN KEY (tenant_id, role_id) REFERENCES roles(tenant_id, id),
  constraint list_view_shares_tenant_id_view_id_fkey FOREIGN KEY (tenant_id, view_id) REFERENCES list_views(tenant_id, id) ON DELETE CASCADE
);
alter table list_view_shares enable row level security, force row level security;
create policy tenant on list_view_shares for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table list_views (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  user_id uuid not null default app.user_id(),
  list text not null,
  name text not null,
  search text not null,
  constraint list_views_pkey PRIMARY KEY (tenant_id, id),
  constraint list_views_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id),
  constraint list_views_list_check CHECK (length(list) >= 1 AND length(list) <= 50),
  constraint list_views_name_check CHECK (length(name) >= 1 AND length(name) <= 60),
  constraint list_views_search_check CHECK (length(search) <= 4000)
);
CREATE UNIQUE INDEX "409 name is already used by another of your views" ON list_views USING btree (tenant_id, user_id, list, lower(name));
alter table list_views enable row level security, force row level security;
create policy tenant on list_views for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table login_attempts (
  key text not null,
  attempts integer not null,
  window_ends_at timestamp with time zone not null,
  constraint login_attempts_pkey PRIMARY KEY (key)
);
CREATE INDEX login_attempts_by_end ON login_attempts USING btree (window_ends_at);

create table mail_starts (
  tenant_id uuid not null default app.tenant_id(),
  since timestamp with time zone not null default clock_timestamp(),
  constraint mail_starts_pkey PRIMARY KEY (tenant_id),
  constraint mail_starts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table mail_starts enable row level security, force row level security;
create policy tenant on mail_starts for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table mails (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  kind text not null,
  slot text not null,
  word_ids uuid[] not null default '{}'::uuid[],
  due_at timestamp with time zone not null default clock_timestamp(),
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone default clock_timestamp(),
  leased_until timestamp with time zone,
  last_error text,
  mailed_at timestamp with time zone,
  composed_at timestamp with time zone,
  access_version bigint,
  recipient text,
  subject text,
  body text,
  constraint mails_pkey PRIMARY KEY (tenant_id, id),
  constraint mails_tenant_id_user_id_kind_slot_key UNIQUE (tenant_id, user_id, kind, slot),
  constraint mails_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint mails_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id),
  constraint mails_kind_check CHECK (kind = ANY (ARRAY['DIGEST'::text, 'AT_ONCE'::text])),
  constraint mails_last_error_check CHECK (length(last_error) >= 1 AND length(last_error) <= 500 AND app.is_line(last_error)),
  constraint mails_recipient_check CHECK (app.is_line(recipient)),
  constraint mails_subject_check CHECK (app.is_line(subject))
);
CREATE INDEX mails_by_age ON mails USING btree (tenant_id, due_at);
CREATE INDEX mails_due ON mails USING btree (tenant_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
alter table mails enable row level security, force row level security;
create policy tenant on mails for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table measurement_lines (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  sheet_id uuid not null,
  line_no integer,
  item_id uuid not null,
  description text,
  nos numeric(12,3),
  parts numeric(12,3),
  length numeric(12,3),
  breadth numeric(12,3),
  depth numeric(12,3),
  factor numeric(12,6),
  typed jsonb,
  is_deduction boolean not null default false,
  corrects_line_id uuid,
  decimals smallint not null,
  rule_id uuid,
  rounding text not null,
  contents numeric(15,3) not null generated always as (app.measured_contents(nos, parts, length, breadth, depth, factor, is_deduction, decimals::integer, rounding)) stored,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  constraint measurement_lines_pkey PRIMARY KEY (tenant_id, id),
  constraint measurement_lines_tenant_id_sheet_id_line_no_key UNIQUE (tenant_id, sheet_id, line_no) DEFERRABLE,
  constraint measurement_lines_tenant_id_corrects_line_id_fkey FOREIGN KEY (tenant_id, corrects_line_id) REFERENCES measurement_lines(tenant_id, id),
  constraint measurement_lines_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint measurement_lines_tenant_id_item_id_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES schedule_items(tenant_id, id),
  constraint measurement_lines_tenant_id_sheet_id_fkey FOREIGN KEY (tenant_id, sheet_id) REFERENCES measurement_sheets(tenant_id, id),
  constraint "400 nos give at least one of number, length, breadth and depth" CHECK (num_nonnulls(nos, length, breadth, depth) > 0),
  constraint measurement_lines_breadth_check CHECK (breadth > 0::numeric),
  constraint measurement_lines_check CHECK ((line_no IS NULL) = (deleted_at IS NOT NULL)),
  constraint measurement_lines_decimals_check CHECK (decimals >= 0 AND decimals <= 3),
  constraint measurement_lines_depth_check CHECK (depth > 0::numeric),
  constraint measurement_lines_factor_check CHECK (factor > 0::numeric),
  constraint measurement_lines_length_check CHECK (length > 0::numeric),
  constraint measurement_lines_nos_check CHECK (nos > 0::numeric),
  constraint measurement_lines_parts_check CHECK (parts > 0::numeric),
  constraint measurement_lines_rounding_check CHECK (rounding = ANY (ARRAY['HALF_UP'::text, 'HALF_EVEN'::text])),
  constraint measurement_lines_typed_check CHECK (jsonb_typeof(typed) = 'object'::text)
);
CREATE INDEX corrections ON measurement_lines USING btree (tenant_id, corrects_line_id) WHERE corrects_line_id IS NOT NULL;
CREATE INDEX measured_of_item ON measurement_lines USING btree (tenant_id, item_id) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON measurement_lines FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER c_judged BEFORE INSERT OR DELETE OR UPDATE ON measurement_lines FOR EACH ROW EXECUTE FUNCTION app.judge_line();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON measurement_lines FOR EACH ROW WHEN (old.sheet_id IS DISTINCT FROM new.sheet_id OR old.item_id IS DISTINCT FROM new.item_id OR old.description IS DISTINCT FROM new.description OR old.nos IS DISTINCT FROM new.nos OR old.parts IS DISTINCT FROM new.parts OR old.length IS DISTINCT FROM new.length OR old.breadth IS DISTINCT FROM new.breadth OR old.depth IS DISTINCT FROM new.depth OR old.factor IS DISTINCT FROM new.factor OR old.typed IS DISTINCT FROM new.typed OR old.is_deduction IS DISTINCT FROM new.is_deduction OR old.corrects_line_id IS DISTINCT FROM new.corrects_line_id OR old.decimals IS DISTINCT FROM new.decimals OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{line_no,rounding,rule_id,id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by,contents}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON measurement_lines REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_measurement_lines();
CREATE TRIGGER z_audit_made AFTER INSERT ON measurement_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_measurement_lines();
alter table measurement_lines enable row level security, force row level security;
create policy tenant on measurement_lines for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table measurement_sheets (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  agreement_id uuid not null,
  number integer,
  status text not null default 'DRAFT'::text,
  measured_on date not null,
  location text,
  chainage_from numeric(12,3),
  chainage_to numeric(12,3),
  present text[] not null default '{}'::text[],
  book text,
  page text,
  comment text,
  device_key uuid,
  recorded_by uuid,
  recorded_at timestamp with time zone,
  cancel_reason text,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  constraint measurement_sheets_pkey PRIMARY KEY (tenant_id, id),
  constraint "409 deviceKey is already used by another sheet" UNIQUE (tenant_id, agreement_id, device_key),
  constraint measurement_sheets_tenant_id_agreement_id_number_key UNIQUE (tenant_id, agreement_id, number),
  constraint measurement_sheets_tenant_id_agreement_id_fkey FOREIGN KEY (tenant_id, agreement_id) REFERENCES agreements(tenant_id, id),
  constraint measurement_sheets_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint measurement_sheets_check CHECK ((number IS NULL) = (status = 'DRAFT'::text) AND (recorded_at IS NULL) = (status = 'DRAFT'::text)),
  constraint measurement_sheets_check1 CHECK ((COALESCE(cancel_reason, ''::text) = ''::text) = (status <> 'CANCELLED'::text)),
  constraint measurement_sheets_present_check CHECK (cardinality(present) <= 20),
  constraint measurement_sheets_status_check CHECK (status = ANY (ARRAY['DRAFT'::text, 'RECORDED'::text, 'CANCELLED'::text]))
);
CREATE INDEX sheets_newest ON measurement_sheets USING btree (tenant_id, created_at, id) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON measurement_sheets FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER b_in_use_by_documents_measurement_sheet_id BEFORE UPDATE OF deleted_at ON measurement_sheets FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('documents', 'measurement_sheet_id', 'document');
CREATE TRIGGER b_live_agreement_id BEFORE INSERT OR UPDATE OF agreement_id, deleted_at ON measurement_sheets FOR EACH ROW WHEN (new.agreement_id IS NOT NULL AND new.deleted_at IS NULL) EXECUTE FUNCTION app.require_named_parent('agreement_id', 'agreements', '400 agreementId must be an agreement of your company');
CREATE TRIGGER c_held BEFORE UPDATE OF status ON measurement_sheets FOR EACH ROW WHEN (new.status = 'CANCELLED'::text AND old.status <> 'CANCELLED'::text) EXECUTE FUNCTION app.hold_billed_agreement();
CREATE TRIGGER c_judged BEFORE INSERT OR UPDATE ON measurement_sheets FOR EACH ROW EXECUTE FUNCTION app.judge_sheet();
CREATE TRIGGER d_billed BEFORE UPDATE OF status ON measurement_sheets FOR EACH ROW WHEN (new.status = 'CANCELLED'::text AND old.status <> 'CANCELLED'::text) EXECUTE FUNCTION app.keep_billed_sheet();
CREATE TRIGGER status_first AFTER INSERT ON measurement_sheets REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION app.record_first_status();
CREATE TRIGGER status_history AFTER UPDATE OF status ON measurement_sheets FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION app.record_status();
CREATE TRIGGER sums_changed AFTER UPDATE ON measurement_sheets REFERENCING OLD TABLE AS before NEW TABLE AS given FOR EACH STATEMENT EXECUTE FUNCTION app.add_up_sheets();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON measurement_sheets FOR EACH ROW WHEN (old.agreement_id IS DISTINCT FROM new.agreement_id OR old.number IS DISTINCT FROM new.number OR old.status IS DISTINCT FROM new.status OR old.measured_on IS DISTINCT FROM new.measured_on OR old.location IS DISTINCT FROM new.location OR old.chainage_from IS DISTINCT FROM new.chainage_from OR old.chainage_to IS DISTINCT FROM new.chainage_to OR old.present IS DISTINCT FROM new.present OR old.book IS DISTINCT FROM new.book OR old.page IS DISTINCT FROM new.page OR old.comment IS DISTINCT FROM new.comment OR old.device_key IS DISTINCT FROM new.device_key OR old.recorded_by IS DISTINCT FROM new.recorded_by OR old.recorded_at IS DISTINCT FROM new.recorded_at OR old.cancel_reason IS DISTINCT FROM new.cancel_reason OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON measurement_sheets REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_measurement_sheets();
CREATE TRIGGER z_audit_made AFTER INSERT ON measurement_sheets REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_measurement_sheets();
alter table measurement_sheets enable row level security, force row level security;
create policy tenant on measurement_sheets for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table modules (
  id uuid not null default uuidv7(),
  key text not null,
  name text not null,
  description text,
  status boolean not null default true,
  platform boolean not null default false,
  built_in boolean not null default false,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  constraint modules_pkey PRIMARY KEY (id),
  constraint "409 status This module is what administration rests on" CHECK (status OR (key <> ALL (ARRAY['Tenants'::text, 'User'::text, 'Modules'::text, 'Role'::text, 'UserRoleMapping'::text])))
);
CREATE UNIQUE INDEX "409 name is already used by another module" ON modules USING btree (lower(name)) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX "409 name is the key of another module" ON modules USING btree (lower(key)) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON modules FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE CONSTRAINT TRIGGER access_changed AFTER INSERT OR DELETE OR UPDATE ON modules DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.count_access_change('id');
CREATE TRIGGER guard BEFORE UPDATE ON modules FOR EACH ROW EXECUTE FUNCTION app.guard_module();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON modules FOR EACH ROW WHEN (old.key IS DISTINCT FROM new.key OR old.name IS DISTINCT FROM new.name OR old.description IS DISTINCT FROM new.description OR old.status IS DISTINCT FROM new.status OR old.platform IS DISTINCT FROM new.platform OR old.built_in IS DISTINCT FROM new.built_in OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON modules REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_modules();
CREATE TRIGGER z_audit_made AFTER INSERT ON modules REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_modules();

create table notes (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  contract_id uuid,
  deposit_id uuid,
  instrument_id uuid,
  project_id uuid,
  task_id uuid,
  record_id uuid not null generated always as (COALESCE(contract_id, deposit_id, instrument_id, project_id, task_id, general_task_id)) stored,
  kind text not null,
  text text not null,
  happened_on date not null default app.today(),
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  general_task_id uuid,
  mentions uuid[] not null default '{}'::uuid[],
  constraint notes_pkey PRIMARY KEY (tenant_id, id),
  constraint notes_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts(tenant_id, id),
  constraint notes_tenant_id_deposit_id_fkey FOREIGN KEY (tenant_id, deposit_id) REFERENCES security_deposits(tenant_id, id),
  constraint notes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint notes_tenant_id_general_task_id_fkey FOREIGN KEY (tenant_id, general_task_id) REFERENCES general_tasks(tenant_id, id),
  constraint notes_tenant_id_instrument_id_fkey FOREIGN KEY (tenant_id, instrument_id) REFERENCES instruments(tenant_id, id),
  constraint notes_tenant_id_project_id_fkey FOREIGN KEY (tenant_id, project_id) REFERENCES projects(tenant_id, id),
  constraint notes_tenant_id_task_id_fkey FOREIGN KEY (tenant_id, task_id) REFERENCES tasks(tenant_id, id),
  constraint "400 mentions must be at most 10" CHECK (cardinality(mentions) <= 10),
  constraint notes_check CHECK (num_nonnulls(contract_id, deposit_id, instrument_id, project_id, task_id, general_task_id) = 1),
  constraint notes_kind_check CHECK (kind = ANY (ARRAY['NOTE'::text, 'CALL'::text, 'VISIT'::text, 'LETTER'::text])),
  constraint notes_text_check CHECK (length(text) >= 1 AND length(text) <= 2000)
);
CREATE INDEX notes_of_record ON notes USING btree (tenant_id, record_id, happened_on) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON notes FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER b_day BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION app.require_day_of_note();
CREATE TRIGGER b_gone_for_good BEFORE UPDATE OF deleted_at ON notes FOR EACH ROW WHEN (old.deleted_at IS NOT NULL AND new.deleted_at IS NULL) EXECUTE FUNCTION app.refuse_other_note();
CREATE TRIGGER b_live_contract_id BEFORE INSERT OR UPDATE OF contract_id, deleted_at ON notes FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('contract_id', 'contracts');
CREATE TRIGGER b_live_deposit_id BEFORE INSERT OR UPDATE OF deposit_id, deleted_at ON notes FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('deposit_id', 'security_deposits');
CREATE TRIGGER b_live_general_task_id BEFORE INSERT OR UPDATE OF general_task_id, deleted_at ON notes FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('general_task_id', 'general_tasks');
CREATE TRIGGER b_live_instrument_id BEFORE INSERT OR UPDATE OF instrument_id, deleted_at ON notes FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('instrument_id', 'instruments');
CREATE TRIGGER b_live_project_id BEFORE INSERT OR UPDATE OF project_id, deleted_at ON notes FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('project_id', 'projects');
CREATE TRIGGER b_live_task_id BEFORE INSERT OR UPDATE OF task_id, deleted_at ON notes FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('task_id', 'tasks');
CREATE TRIGGER b_mentions BEFORE INSERT ON notes FOR EACH ROW WHEN (cardinality(new.mentions) > 0) EXECUTE FUNCTION app.require_mentionable();
CREATE TRIGGER b_own BEFORE UPDATE OF deleted_at ON notes FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.require_own_new_note();
CREATE TRIGGER b_unchanging BEFORE UPDATE OF contract_id, deposit_id, instrument_id, project_id, task_id, general_task_id, kind, text, happened_on, mentions ON notes FOR EACH ROW EXECUTE FUNCTION app.refuse_other_note();
CREATE TRIGGER deadlines_begin AFTER INSERT ON notes REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_notes();
CREATE TRIGGER deadlines_change AFTER UPDATE ON notes REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_notes();
CREATE TRIGGER mentioned AFTER INSERT ON notes FOR EACH ROW WHEN (cardinality(new.mentions) > 0 AND app.user_id() IS NOT NULL) EXECUTE FUNCTION app.note_event();
CREATE TRIGGER room AFTER INSERT ON notes FOR EACH ROW EXECUTE FUNCTION app.require_room_for_note();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON notes FOR EACH ROW WHEN (old.contract_id IS DISTINCT FROM new.contract_id OR old.deposit_id IS DISTINCT FROM new.deposit_id OR old.instrument_id IS DISTINCT FROM new.instrument_id OR old.project_id IS DISTINCT FROM new.project_id OR old.task_id IS DISTINCT FROM new.task_id OR old.kind IS DISTINCT FROM new.kind OR old.text IS DISTINCT FROM new.text OR old.happened_on IS DISTINCT FROM new.happened_on OR old.deleted_at IS DISTINCT FROM new.deleted_at OR old.general_task_id IS DISTINCT FROM new.general_task_id) EXECUTE FUNCTION app.audit_change('id', '{mentions,id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by,record_id}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON notes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_notes();
CREATE TRIGGER z_audit_made AFTER INSERT ON notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_notes();
alter table notes enable row level security, force row level security;
create policy tenant on notes for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table notification_settings (
  tenant_id uuid not null default app.tenant_id(),
  user_id uuid not null default app.user_id(),
  digest boolean not null,
  digest_hour integer not null,
  free_days boolean not null,
  at_once boolean not null,
  muted_kinds text[] not null,
  constraint notification_settings_pkey PRIMARY KEY (tenant_id, user_id),
  constraint notification_settings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint notification_settings_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id),
  constraint notification_settings_digest_hour_check CHECK (digest_hour >= 0 AND digest_hour <= 23)
);
alter table notification_settings enable row level security, force row level security;
create policy tenant on notification_settings for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table notifications (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  reason text not null,
  kind text not null,
  module text,
  record_type text,
  record_id uuid,
  due_on date,
  told_on date not null default app.today(),
  count integer not null default 1,
  rule_ids uuid[] not null default '{}'::uuid[],
  actor_id uuid,
  level text not null,
  at_once boolean not null default false,
  state text not null default 'UNREAD'::text,
  snoozed_until timestamp with time zone,
  done_because text,
  told_key text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  state_at timestamp with time zone not null default clock_timestamp(),
  stages integer not null default 1,
  constraint notifications_pkey PRIMARY KEY (tenant_id, id),
  constraint notifications_tenant_id_user_id_told_key_key UNIQUE (tenant_id, user_id, told_key),
  constraint notifications_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint notifications_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id),
  constraint notifications_check CHECK ((state = 'SNOOZED'::text) = (snoozed_until IS NOT NULL)),
  constraint notifications_check1 CHECK ((state = 'DONE'::text) = (done_because IS NOT NULL)),
  constraint notifications_check2 CHECK ((record_id IS NULL) = (record_type IS NULL)),
  constraint notifications_count_check CHECK (count > 0),
  constraint notifications_done_because_check CHECK (done_because = ANY (ARRAY['PERSON'::text, 'RESOLVED'::text, 'MOVED'::text, 'GONE'::text, 'NEWER'::text])),
  constraint notifications_level_check CHECK (level = ANY (ARRAY['INFO'::text, 'DUE'::text, 'CRITICAL'::text])),
  constraint notifications_reason_check CHECK (reason = ANY (ARRAY['REMINDER'::text, 'ESCALATION'::text, 'ASSIGNED'::text, 'MENTIONED'::text, 'REVIEW'::text, 'EVENT'::text, 'SUMMARY'::text])),
  constraint notifications_stages_check CHECK (stages > 0),
  constraint notifications_state_check CHECK (state = ANY (ARRAY['UNREAD'::text, 'READ'::text, 'SNOOZED'::text, 'DONE'::text]))
);
CREATE INDEX notifications_at_once ON notifications USING btree (tenant_id, told_on) WHERE at_once;
CREATE INDEX notifications_of_person ON notifications USING btree (tenant_id, user_id, state, id) INCLUDE (module, snoozed_until);
alter table notifications enable row level security, force row level security;
create policy tenant on notifications for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table obligation_marks (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  kind text not null,
  record_type text not null,
  record_id uuid not null,
  due_on date not null,
  reason text not null,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  constraint obligation_marks_pkey PRIMARY KEY (tenant_id, id),
  constraint obligation_marks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint obligation_marks_reason_check CHECK (reason <> ''::text),
  constraint obligation_marks_record_type_check CHECK (record_type = ANY (ARRAY['CONTRACT'::text, 'DEPOSIT'::text, 'EXEMPTION'::text, 'INSTRUMENT'::text, 'FACILITY'::text, 'PLAN'::text, 'PROJECT'::text, 'TASK'::text, 'GENERAL_TASK'::text, 'DOCUMENT'::text]))
);
CREATE UNIQUE INDEX "409 dueOn is waived already" ON obligation_marks USING btree (tenant_id, record_id, kind, due_on) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON obligation_marks FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON obligation_marks FOR EACH ROW WHEN (old.kind IS DISTINCT FROM new.kind OR old.record_type IS DISTINCT FROM new.record_type OR old.record_id IS DISTINCT FROM new.record_id OR old.due_on IS DISTINCT FROM new.due_on OR old.reason IS DISTINCT FROM new.reason OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON obligation_marks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_obligation_marks();
CREATE TRIGGER z_audit_made AFTER INSERT ON obligation_marks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_obligation_marks();
alter table obligation_marks enable row level security, force row level security;
create policy tenant on obligation_marks for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table offices (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  department text not null,
  name text not null,
  designation text,
  address text,
  email text,
  phone text,
  parent_id uuid,
  comment text,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  party_id uuid,
  constraint offices_pkey PRIMARY KEY (tenant_id, id),
  constraint offices_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint offices_tenant_id_parent_id_fkey FOREIGN KEY (tenant_id, parent_id) REFERENCES offices(tenant_id, id),
  constraint offices_tenant_id_party_id_fkey FOREIGN KEY (tenant_id, party_id) REFERENCES parties(tenant_id, id),
  constraint offices_department_check CHECK (length(department) >= 1 AND length(department) <= 200),
  constraint offices_name_check CHECK (length(name) >= 1 AND length(name) <= 200)
);
CREATE UNIQUE INDEX "409 name is already used with this department and designation" ON offices USING btree (tenant_id, lower(department), lower(name), lower(COALESCE(designation, ''::text))) WHERE deleted_at IS NULL;
CREATE INDEX offices_newest ON offices USING btree (tenant_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX offices_of_parent ON offices USING btree (tenant_id, parent_id) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON offices FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER b_a_parent BEFORE INSERT OR UPDATE OF parent_id ON offices FOR EACH ROW EXECUTE FUNCTION app.require_parent_office();
CREATE TRIGGER b_client BEFORE INSERT OR UPDATE OF department, party_id, deleted_at ON offices FOR EACH ROW EXECUTE FUNCTION app.link_office();
CREATE TRIGGER b_in_use_by_contracts_office_id BEFORE UPDATE OF deleted_at ON offices FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('contracts', 'office_id', 'contract');
CREATE TRIGGER b_in_use_by_instruments_office_id BEFORE UPDATE OF deleted_at ON offices FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('instruments', 'office_id', 'instrument');
CREATE TRIGGER b_in_use_by_offices_parent_id BEFORE UPDATE OF deleted_at ON offices FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('offices', 'parent_id', 'subordinate office');
CREATE TRIGGER b_in_use_by_refund_requests_office_id BEFORE UPDATE OF deleted_at ON offices FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('refund_requests', 'office_id', 'refund request');
CREATE TRIGGER b_in_use_by_security_deposits_office_id BEFORE UPDATE OF deleted_at ON offices FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('security_deposits', 'office_id', 'deposit');
CREATE TRIGGER b_live_parent_id BEFORE INSERT OR UPDATE OF parent_id, deleted_at ON offices FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('parent_id', 'offices');
CREATE TRIGGER z_audit_changed AFTER UPDATE ON offices FOR EACH ROW WHEN (old.department IS DISTINCT FROM new.department OR old.name IS DISTINCT FROM new.name OR old.designation IS DISTINCT FROM new.designation OR old.address IS DISTINCT FROM new.address OR old.email IS DISTINCT FROM new.email OR old.phone IS DISTINCT FROM new.phone OR old.parent_id IS DISTINCT FROM new.parent_id OR old.comment IS DISTINCT FROM new.comment OR old.deleted_at IS DISTINCT FROM new.deleted_at OR old.party_id IS DISTINCT FROM new.party_id) EXECUTE FUNCTION app.audit_change('id', '{id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON offices REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_offices();
CREATE TRIGGER z_audit_made AFTER INSERT ON offices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_offices();
alter table offices enable row level security, force row level security;
create policy tenant on offices for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table parties (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  kinds text[] not null,
  legal_name text not null,
  trade_name text,
  pan text,
  tan text,
  gst_treatment text not null default 'UNREGISTERED'::text,
  msme text not null default 'NONE'::text,
  udyam_no text,
  msme_from date,
  address text,
  place text,
  state text,
  pin text,
  email text,
  phone text,
  agreed_days integer,
  comment text,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  constraint parties_pkey PRIMARY KEY (tenant_id, id),
  constraint parties_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint "400 kinds is required" CHECK (cardinality(kinds) > 0),
  constraint "400 pan has the form of no PAN" CHECK (pan ~ '^[A-Z]{3}[ABCFGHJLPTE][A-Z][0-9]{4}[A-Z]$'::text),
  constraint "400 pin must be 6 digits, the first not 0" CHECK (pin ~ '^[1-9][0-9]{5}$'::text),
  constraint "400 state must be the code of a State" CHECK (app.is_state_code(state)),
  constraint "400 tan has the form of no TAN" CHECK (tan ~ '^[A-Z]{4}[0-9]{5}[A-Z]$'::text),
  constraint "400 udyamNo is required of a micro or small enterprise" CHECK ((msme <> ALL (ARRAY['MICRO'::text, 'SMALL'::text])) OR udyam_no IS NOT NULL),
  constraint "400 udyamNo must be written UDYAM-XX-00-0000000" CHECK (udyam_no ~ '^UDYAM-[A-Z]{2}-[0-9]{2}-[0-9]{7}$'::text),
  constraint parties_agreed_days_check CHECK (agreed_days >= 0 AND agreed_days <= 365),
  constraint parties_gst_treatment_check CHECK (gst_treatment = ANY (ARRAY['REGULAR'::text, 'COMPOSITION'::text, 'DEDUCTOR'::text, 'SEZ'::text, 'SEZ_LUT'::text, 'UNREGISTERED'::text])),
  constraint parties_kinds_check CHECK (kinds <@ '{CLIENT,VENDOR,SUBCONTRACTOR,LABOUR_CONTRACTOR,TRANSPORTER,INSURER,HIRER,BANK,EMPLOYEE}'::text[]),
  constraint parties_legal_name_check CHECK (length(legal_name) >= 1 AND length(legal_name) <= 200),
  constraint parties_msme_check CHECK (msme = ANY (ARRAY['NONE'::text, 'MICRO'::text, 'SMALL'::text, 'MEDIUM'::text]))
);
CREATE UNIQUE INDEX "409 pan is already used by another party" ON parties USING btree (tenant_id, pan) WHERE deleted_at IS NULL;
CREATE INDEX parties_newest ON parties USING btree (tenant_id, created_at, id) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON parties FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER b_client BEFORE UPDATE OF kinds, deleted_at ON parties FOR EACH ROW WHEN (old.deleted_at IS NULL AND (new.deleted_at IS NOT NULL OR ('CLIENT'::text = ANY (old.kinds)) AND NOT ('CLIENT'::text = ANY (new.kinds)))) EXECUTE FUNCTION app.keep_client_of_offices();
CREATE TRIGGER b_in_use_by_agreements_party_id BEFORE UPDATE OF deleted_at ON parties FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('agreements', 'party_id', 'agreement');
CREATE TRIGGER b_judged BEFORE UPDATE OF pan, gst_treatment ON parties FOR EACH ROW WHEN (new.deleted_at IS NULL) EXECUTE FUNCTION app.judge_party();
CREATE TRIGGER c_agreements BEFORE UPDATE OF kinds ON parties FOR EACH ROW WHEN (new.deleted_at IS NULL AND old.kinds IS DISTINCT FROM new.kinds) EXECUTE FUNCTION app.keep_side_of_agreements();
CREATE TRIGGER delete_along AFTER UPDATE OF deleted_at ON parties FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.delete_with_party();
CREATE TRIGGER offices AFTER INSERT OR UPDATE OF legal_name, kinds ON parties FOR EACH ROW EXECUTE FUNCTION app.link_offices_of_client();
CREATE TRIGGER unverify AFTER UPDATE OF legal_name, pan, tan ON parties FOR EACH ROW WHEN (new.deleted_at IS NULL AND (new.legal_name IS DISTINCT FROM old.legal_name OR new.pan IS DISTINCT FROM old.pan OR new.tan IS DISTINCT FROM old.tan)) EXECUTE FUNCTION app.unverify_banks();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON parties FOR EACH ROW WHEN (old.kinds IS DISTINCT FROM new.kinds OR old.legal_name IS DISTINCT FROM new.legal_name OR old.trade_name IS DISTINCT FROM new.trade_name OR old.pan IS DISTINCT FROM new.pan OR old.tan IS DISTINCT FROM new.tan OR old.gst_treatment IS DISTINCT FROM new.gst_treatment OR old.msme IS DISTINCT FROM new.msme OR old.udyam_no IS DISTINCT FROM new.udyam_no OR old.msme_from IS DISTINCT FROM new.msme_from OR old.address IS DISTINCT FROM new.address OR old.place IS DISTINCT FROM new.place OR old.state IS DISTINCT FROM new.state OR old.pin IS DISTINCT FROM new.pin OR old.email IS DISTINCT FROM new.email OR old.phone IS DISTINCT FROM new.phone OR old.agreed_days IS DISTINCT FROM new.agreed_days OR old.comment IS DISTINCT FROM new.comment OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON parties REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_parties();
CREATE TRIGGER z_audit_made AFTER INSERT ON parties REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_parties();
alter table parties enable row level security, force row level security;
create policy tenant on parties for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table party_banks (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  party_id uuid not null,
  account_no text not null,
  ifsc text not null,
  holder text not null,
  verified_by uuid,
  verified_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  verified_digest text,
  last_verified_by uuid,
  last_verified_at timestamp with time zone,
  constraint party_banks_pkey PRIMARY KEY (tenant_id, id),
  constraint party_banks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint party_banks_tenant_id_party_id_fkey FOREIGN KEY (tenant_id, party_id) REFERENCES parties(tenant_id, id),
  constraint "400 accountNo must be 6 to 18 digits" CHECK (account_no ~ '^[0-9]{6,18}$'::text),
  constraint "400 ifsc has the form of no IFSC" CHECK (ifsc ~ '^[A-Z]{4}0[A-Z0-9]{6}$'::text),
  constraint party_banks_check CHECK ((verified_by IS NULL) = (verified_at IS NULL)),
  constraint party_banks_check1 CHECK (verified_by <> created_by),
  constraint party_banks_check2 CHECK ((verified_digest IS NULL) = (verified_at IS NULL)),
  constraint party_banks_check3 CHECK ((last_verified_by IS NULL) = (last_verified_at IS NULL)),
  constraint party_banks_check4 CHECK (verified_at IS NULL OR last_verified_at IS NULL),
  constraint party_banks_holder_check CHECK (length(holder) >= 1 AND length(holder) <= 200)
);
CREATE UNIQUE INDEX "409 accountNo is already an account of this party" ON party_banks USING btree (tenant_id, party_id, ifsc, account_no) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON party_banks FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER b_guarded BEFORE INSERT OR UPDATE ON party_banks FOR EACH ROW EXECUTE FUNCTION app.guard_party_bank();
CREATE TRIGGER b_live_party_id BEFORE INSERT OR UPDATE OF party_id, deleted_at ON party_banks FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('party_id', 'parties');
CREATE TRIGGER z_audit_changed AFTER UPDATE ON party_banks FOR EACH ROW WHEN (old.party_id IS DISTINCT FROM new.party_id OR old.account_no IS DISTINCT FROM new.account_no OR old.ifsc IS DISTINCT FROM new.ifsc OR old.holder IS DISTINCT FROM new.holder OR old.verified_by IS DISTINCT FROM new.verified_by OR old.verified_at IS DISTINCT FROM new.verified_at OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{verified_digest,last_verified_by,last_verified_at,id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{account_no}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON party_banks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_party_banks();
CREATE TRIGGER z_audit_made AFTER INSERT ON party_banks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_party_banks();
alter table party_banks enable row level security, force row level security;
create policy tenant on party_banks for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table party_gstins (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  party_id uuid not null,
  gstin text not null,
  held_from date,
  held_until date,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  constraint party_gstins_pkey PRIMARY KEY (tenant_id, id),
  constraint party_gstins_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint party_gstins_tenant_id_party_id_fkey FOREIGN KEY (tenant_id, party_id) REFERENCES parties(tenant_id, id),
  constraint "400 heldUntil must not be before heldFrom" CHECK (held_until >= held_from)
);
CREATE UNIQUE INDEX "409 gstins One of these is already used by another party" ON party_gstins USING btree (tenant_id, gstin) WHERE deleted_at IS NULL;
CREATE INDEX party_gstins_of_party ON party_gstins USING btree (tenant_id, party_id) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON party_gstins FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER b_judged BEFORE INSERT OR UPDATE OF gstin, deleted_at ON party_gstins FOR EACH ROW EXECUTE FUNCTION app.judge_gstin();
CREATE TRIGGER b_live_party_id BEFORE INSERT OR UPDATE OF party_id, deleted_at ON party_gstins FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('party_id', 'parties');
CREATE TRIGGER unverify AFTER INSERT OR UPDATE OF deleted_at ON party_gstins FOR EACH ROW WHEN (app.is_deductors_gstin(new.gstin)) EXECUTE FUNCTION app.unverify_banks();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON party_gstins FOR EACH ROW WHEN (old.party_id IS DISTINCT FROM new.party_id OR old.gstin IS DISTINCT FROM new.gstin OR old.held_from IS DISTINCT FROM new.held_from OR old.held_until IS DISTINCT FROM new.held_until OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON party_gstins REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_party_gstins();
CREATE TRIGGER z_audit_made AFTER INSERT ON party_gstins REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_party_gstins();
alter table party_gstins enable row level security, force row level security;
create policy tenant on party_gstins for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table password_links (
  tenant_id uuid not null default app.tenant_id(),
  user_id uuid not null,
  id uuid not null default gen_random_uuid(),
  by_operator boolean not null,
  expires_at timestamp with time zone not null,
  constraint password_links_pkey PRIMARY KEY (tenant_id, user_id),
  constraint password_links_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX password_links_by_end ON password_links USING btree (tenant_id, expires_at);
CREATE UNIQUE INDEX password_links_by_id ON password_links USING btree (tenant_id, id);
alter table password_links enable row level security, force row level security;
create policy tenant on password_links for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table pictures_due (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null,
  due_at timestamp with time zone not null default clock_timestamp(),
  since timestamp with time zone not null default clock_timestamp(),
  attempts integer not null default 0,
  leased_until timestamp with time zone,
  constraint pictures_due_pkey PRIMARY KEY (tenant_id, id),
  constraint pictures_due_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint pictures_due_tenant_id_id_fkey FOREIGN KEY (tenant_id, id) REFERENCES documents(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX pictures_due_next ON pictures_due USING btree (tenant_id, due_at, id);
alter table pictures_due enable row level security, force row level security;
create policy tenant on pictures_due for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table profile_images (
  tenant_id uuid not null default app.tenant_id(),
  user_id uuid not null,
  id uuid not null default gen_random_uuid(),
  content bytea not null,
  constraint profile_images_pkey PRIMARY KEY (tenant_id, user_id),
  constraint profile_images_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id),
  constraint profile_images_content_check CHECK (octet_length(content) >= 1 AND octet_length(content) <= 500000)
);
CREATE UNIQUE INDEX profile_images_by_id ON profile_images USING btree (tenant_id, id);
CREATE TRIGGER z_audit_changed AFTER UPDATE ON profile_images FOR EACH ROW WHEN (old.content IS DISTINCT FROM new.content) EXECUTE FUNCTION app.audit_change('user_id', '{user_id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{content}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON profile_images REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_profile_images();
CREATE TRIGGER z_audit_made AFTER INSERT ON profile_images REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_profile_images();
alter table profile_images enable row level security, force row level security;
create policy tenant on profile_images for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table projects (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  contract_id uuid,
  project_name text not null,
  description text,
  project_type text,
  status text not null default 'DRAFT'::text,
  contract_bid_id text,
  contract_bid_no text,
  project_actual_value numeric(15,2),
  project_bid_value numeric(15,2),
  project_bid_percentage numeric(10,4),
  license_id text,
  license_holder_name text,
  license_no text,
  given_start_date date,
  given_end_date date,
  actual_start_date date,
  actual_end_date date,
  extension_count integer not null default 0,
  extension_date date,
  termination_reason text,
  comment text,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  sub_tasks integer not null default 0,
  open_sub_tasks integer not null default 0,
  counted_sub_tasks integer not null default 0,
  ended_sub_tasks integer not null default 0,
  below_estimated_amount numeric not null default 0,
  below_actual_amount numeric not null default 0,
  below_estimated_hours numeric not null default 0,
  below_actual_hours numeric not null default 0,
  below_amount_progress numeric not null default 0,
  below_hours_progress numeric not null default 0,
  below_progress numeric not null default 0,
  below_given_start date,
  below_given_end date,
  below_actual_start date,
  below_actual_end date,
  below_amount_tasks integer not null default 0,
  below_hours_tasks integer not null default 0,
  below_progress_with_amount numeric not null default 0,
  below_progress_with_hours numeric not null default 0,
  constraint projects_pkey PRIMARY KEY (tenant_id, id),
  constraint projects_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts(tenant_id, id),
  constraint projects_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint "400 actualEndDate must not be before actualStartDate" CHECK (actual_end_date >= actual_start_date),
  constraint "400 givenEndDate must not be before givenStartDate" CHECK (given_end_date >= given_start_date),
  constraint "409 project is linked to a contract and cannot be deleted" CHECK (deleted_at IS NULL OR contract_id IS NULL),
  constraint projects_extension_count_check CHECK (extension_count >= 0 AND extension_count <= 10000),
  constraint projects_project_actual_value_check CHECK (project_actual_value >= 0::numeric),
  constraint projects_project_bid_percentage_check CHECK (project_bid_percentage >= '-100'::integer::numeric),
  constraint projects_project_bid_value_check CHECK (project_bid_value >= 0::numeric),
  constraint projects_project_name_check CHECK (length(project_name) >= 1 AND length(project_name) <= 300),
  constraint projects_status_check CHECK (status = ANY (ARRAY['DRAFT'::text, 'PLANNED'::text, 'INITIATED'::text, 'IN_PROGRESS'::text, 'ON_HOLD'::text, 'UNDER_REVIEW'::text, 'COMPLETED'::text, 'TERMINATED'::text, 'CANCELLED'::text]))
);
CREATE UNIQUE INDEX "409 contractId This contract already has a project" ON projects USING btree (tenant_id, contract_id) WHERE deleted_at IS NULL;
CREATE INDEX projects_newest ON projects USING btree (tenant_id, created_at, id) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON projects FOR EACH ROW EXECUTE FUNCTION app.stamp('{sub_tasks,open_sub_tasks,counted_sub_tasks,ended_sub_tasks,below_estimated_amount,below_actual_amount,below_estimated_hours,below_actual_hours,below_amount_progress,below_hours_progress,below_progress,below_given_start,below_given_end,below_actual_start,below_actual_end,below_amount_tasks,below_hours_tasks,below_progress_with_amount,below_progress_with_hours}', '{}');
CREATE TRIGGER b_in_use_by_agreements_project_id BEFORE UPDATE OF deleted_at ON projects FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('agreements', 'project_id', 'agreement');
CREATE TRIGGER b_in_use_by_documents_project_id BEFORE UPDATE OF deleted_at ON projects FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('documents', 'project_id', 'document');
CREATE TRIGGER b_in_use_by_sites_project_id BEFORE UPDATE OF deleted_at ON projects FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('sites', 'project_id', 'site');
CREATE TRIGGER b_in_use_by_tasks_project_id BEFORE UPDATE OF deleted_at ON projects FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('tasks', 'project_id', 'task');
CREATE TRIGGER b_live_contract_id BEFORE INSERT OR UPDATE OF contract_id, deleted_at ON projects FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('contract_id', 'contracts');
CREATE TRIGGER deadlines_begin AFTER INSERT ON projects REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_projects();
CREATE TRIGGER deadlines_change AFTER UPDATE ON projects REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_projects();
CREATE TRIGGER status_first AFTER INSERT ON projects REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION app.record_first_status();
CREATE TRIGGER status_history AFTER UPDATE OF status ON projects FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION app.record_status();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON projects FOR EACH ROW WHEN (old.contract_id IS DISTINCT FROM new.contract_id OR old.project_name IS DISTINCT FROM new.project_name OR old.description IS DISTINCT FROM new.description OR old.project_type IS DISTINCT FROM new.project_type OR old.status IS DISTINCT FROM new.status OR old.contract_bid_id IS DISTINCT FROM new.contract_bid_id OR old.contract_bid_no IS DISTINCT FROM new.contract_bid_no OR old.project_actual_value IS DISTINCT FROM new.project_actual_value OR old.project_bid_value IS DISTINCT FROM new.project_bid_value OR old.project_bid_percentage IS DISTINCT FROM new.project_bid_percentage OR old.license_id IS DISTINCT FROM new.license_id OR old.license_holder_name IS DISTINCT FROM new.license_holder_name OR old.license_no IS DISTINCT FROM new.license_no OR old.given_start_date IS DISTINCT FROM new.given_start_date OR old.given_end_date IS DISTINCT FROM new.given_end_date OR old.actual_start_date IS DISTINCT FROM new.actual_start_date OR old.actual_end_date IS DISTINCT FROM new.actual_end_date OR old.extension_count IS DISTINCT FROM new.extension_count OR old.extension_date IS DISTINCT FROM new.extension_date OR old.termination_reason IS DISTINCT FROM new.termination_reason OR old.comment IS DISTINCT FROM new.comment OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by,sub_tasks,open_sub_tasks,counted_sub_tasks,ended_sub_tasks,below_estimated_amount,below_actual_amount,below_estimated_hours,below_actual_hours,below_amount_progress,below_hours_progress,below_progress,below_given_start,below_given_end,below_actual_start,below_actual_end,below_amount_tasks,below_hours_tasks,below_progress_with_amount,below_progress_with_hours}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON projects REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_projects();
CREATE TRIGGER z_audit_made AFTER INSERT ON projects REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_projects();
alter table projects enable row level security, force row level security;
create policy tenant on projects for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table refund_request_items (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  request_id uuid not null,
  deposit_id uuid not null,
  amount numeric(15,2) not null,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  status_change_id uuid,
  constraint refund_request_items_pkey PRIMARY KEY (tenant_id, id),
  constraint refund_request_items_tenant_id_deposit_id_fkey FOREIGN KEY (tenant_id, deposit_id) REFERENCES security_deposits(tenant_id, id),
  constraint refund_request_items_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint refund_request_items_tenant_id_request_id_fkey FOREIGN KEY (tenant_id, request_id) REFERENCES refund_requests(tenant_id, id),
  constraint refund_request_items_amount_check CHECK (amount > 0::numeric)
);
CREATE UNIQUE INDEX "409 deposits This deposit is in the request already" ON refund_request_items USING btree (tenant_id, request_id, deposit_id) WHERE deleted_at IS NULL;
CREATE INDEX refund_items_of_deposit ON refund_request_items USING btree (tenant_id, deposit_id) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON refund_request_items FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER b_a_askable BEFORE INSERT OR UPDATE ON refund_request_items FOR EACH ROW EXECUTE FUNCTION app.require_askable();
CREATE TRIGGER b_live_deposit_id BEFORE INSERT OR UPDATE OF deposit_id, deleted_at ON refund_request_items FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('deposit_id', 'security_deposits');
CREATE TRIGGER b_live_request_id BEFORE INSERT OR UPDATE OF request_id, deleted_at ON refund_request_items FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('request_id', 'refund_requests');
CREATE TRIGGER deadlines_begin AFTER INSERT ON refund_request_items REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_refund_request_items();
CREATE TRIGGER deadlines_change AFTER UPDATE ON refund_request_items REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_refund_request_items();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON refund_request_items FOR EACH ROW WHEN (old.request_id IS DISTINCT FROM new.request_id OR old.deposit_id IS DISTINCT FROM new.deposit_id OR old.amount IS DISTINCT FROM new.amount OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{status_change_id,id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON refund_request_items REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_refund_request_items();
CREATE TRIGGER z_audit_made AFTER INSERT ON refund_request_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_refund_request_items();
alter table refund_request_items enable row level security, force row level security;
create policy tenant on refund_request_items for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table refund_requests (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  number text not null,
  office_id uuid not null,
  language text not null default 'en'::text,
  subject text not null,
  body text not null,
  letter_on date not null,
  state text not null default 'DRAFT'::text,
  sent_on date,
  sent_by_means text,
  dispatch_ref text,
  inward_ref text,
  answered_on date,
  answer text,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  enclosures text,
  document_id uuid,
  letter jsonb,
  to_parent boolean not null default false,
  constraint refund_requests_pkey PRIMARY KEY (tenant_id, id),
  constraint refund_requests_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint refund_requests_tenant_id_office_id_fkey FOREIGN KEY (tenant_id, office_id) REFERENCES offices(tenant_id, id),
  constraint "400 answeredOn is required once it is answered" CHECK (state <> 'ANSWERED'::text OR answered_on IS NOT NULL),
  constraint "400 answeredOn must not be before sentOn" CHECK (answered_on >= sent_on),
  constraint "400 sentOn is required once it is sent" CHECK ((state <> ALL (ARRAY['SENT'::text, 'ANSWERED'::text])) OR sent_on IS NOT NULL),
  constraint "400 sentOn must not be before letterOn" CHECK (sent_on >= letter_on),
  constraint refund_requests_body_check CHECK (length(body) >= 1 AND length(body) <= 10000),
  constraint refund_requests_enclosures_check CHECK (length(enclosures) <= 2000),
  constraint refund_requests_language_check CHECK (language = ANY (ARRAY['en'::text, 'hi'::text])),
  constraint refund_requests_sent_by_means_check CHECK (sent_by_means = ANY (ARRAY['HAND'::text, 'POST'::text, 'COURIER'::text, 'EMAIL'::text, 'PORTAL'::text])),
  constraint refund_requests_state_check CHECK (state = ANY (ARRAY['DRAFT'::text, 'SENT'::text, 'ANSWERED'::text, 'WITHDRAWN'::text])),
  constraint refund_requests_subject_check CHECK (length(subject) >= 1 AND length(subject) <= 500)
);
CREATE UNIQUE INDEX "409 number is already used by another request" ON refund_requests USING btree (tenant_id, number);
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON refund_requests FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER b_addressee BEFORE INSERT OR UPDATE OF office_id, to_parent ON refund_requests FOR EACH ROW EXECUTE FUNCTION app.keep_addressee();
CREATE TRIGGER b_in_use_by_documents_refund_request_id BEFORE UPDATE OF deleted_at ON refund_requests FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('documents', 'refund_request_id', 'document');
CREATE TRIGGER b_keep BEFORE INSERT OR UPDATE ON refund_requests FOR EACH ROW EXECUTE FUNCTION app.keep_request();
CREATE TRIGGER b_letter BEFORE UPDATE OF document_id, letter ON refund_requests FOR EACH ROW WHEN (old.document_id IS DISTINCT FROM new.document_id OR old.letter IS DISTINCT FROM new.letter) EXECUTE FUNCTION app.keep_sent_letter();
CREATE TRIGGER b_live_office_id BEFORE INSERT OR UPDATE OF office_id, deleted_at ON refund_requests FOR EACH ROW WHEN (new.office_id IS NOT NULL AND new.deleted_at IS NULL) EXECUTE FUNCTION app.require_office();
CREATE TRIGGER b_number BEFORE INSERT ON refund_requests FOR EACH ROW EXECUTE FUNCTION app.number_request();
CREATE TRIGGER deadlines_begin AFTER INSERT ON refund_requests REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_refund_requests();
CREATE TRIGGER deadlines_change AFTER UPDATE ON refund_requests REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_refund_requests();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON refund_requests FOR EACH ROW WHEN (old.number IS DISTINCT FROM new.number OR old.office_id IS DISTINCT FROM new.office_id OR old.language IS DISTINCT FROM new.language OR old.subject IS DISTINCT FROM new.subject OR old.body IS DISTINCT FROM new.body OR old.letter_on IS DISTINCT FROM new.letter_on OR old.state IS DISTINCT FROM new.state OR old.sent_on IS DISTINCT FROM new.sent_on OR old.sent_by_means IS DISTINCT FROM new.sent_by_means OR old.dispatch_ref IS DISTINCT FROM new.dispatch_ref OR old.inward_ref IS DISTINCT FROM new.inward_ref OR old.answered_on IS DISTINCT FROM new.answered_on OR old.answer IS DISTINCT FROM new.answer OR old.deleted_at IS DISTINCT FROM new.deleted_at OR old.enclosures IS DISTINCT FROM new.enclosures OR old.document_id IS DISTINCT FROM new.document_id OR old.to_parent IS DISTINCT FROM new.to_parent) EXECUTE FUNCTION app.audit_change('id', '{letter,id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON refund_requests REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_refund_requests();
CREATE TRIGGER z_audit_made AFTER INSERT ON refund_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_refund_requests();
alter table refund_requests enable row level security, force row level security;
create policy tenant on refund_requests for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table release_rules (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  purpose text not null,
  outcome text not null,
  basis text not null,
  days integer not null default 0,
  source text,
  is_sure boolean not null default false,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  constraint release_rules_pkey PRIMARY KEY (tenant_id, id),
  constraint release_rules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint release_rules_basis_check CHECK (basis = ANY (ARRAY['RESULT'::text, 'AWARD'::text, 'SECURITY_LODGED'::text, 'AGREEMENT'::text, 'COMPLETION'::text, 'DLP_END'::text, 'FINAL_BILL'::text, 'FIXED'::text])),
  constraint release_rules_days_check CHECK (days >= '-3650'::integer AND days <= 3650),
  constraint release_rules_outcome_check CHECK (outcome = ANY (ARRAY['WON'::text, 'NOT_WON'::text, 'ANY'::text])),
  constraint release_rules_purpose_check CHECK (purpose = ANY (ARRAY['EMD'::text, 'PERFORMANCE_SECURITY'::text, 'ADDITIONAL_SECURITY'::text, 'SECURITY_DEPOSIT'::text, 'RETENTION'::text, 'ADVANCE_GUARANTEE'::text, 'OTHER'::text]))
);
CREATE UNIQUE INDEX "409 purpose There is a rule for this purpose and outcome" ON release_rules USING btree (tenant_id, purpose, outcome) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON release_rules FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER deadlines_begin AFTER INSERT ON release_rules REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_release_rules();
CREATE TRIGGER deadlines_change AFTER UPDATE ON release_rules REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_release_rules();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON release_rules FOR EACH ROW WHEN (old.purpose IS DISTINCT FROM new.purpose OR old.outcome IS DISTINCT FROM new.outcome OR old.basis IS DISTINCT FROM new.basis OR old.days IS DISTINCT FROM new.days OR old.source IS DISTINCT FROM new.source OR old.is_sure IS DISTINCT FROM new.is_sure OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON release_rules REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_release_rules();
CREATE TRIGGER z_audit_made AFTER INSERT ON release_rules REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_release_rules();
alter table release_rules enable row level security, force row level security;
create policy tenant on release_rules for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table reminder_firings (
  tenant_id uuid not null default app.tenant_id(),
  record_id uuid not null,
  kind text not null,
  due_on date not null,
  rule_id uuid not null,
  stage text not null,
  stage_on date not null,
  stands_for integer not null default 1,
  acknowledged_at timestamp with time zone,
  constraint reminder_firings_pkey PRIMARY KEY (tenant_id, record_id, kind, due_on, rule_id, stage),
  constraint reminder_firings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint reminder_firings_stage_check CHECK (stage ~ '^[SRE]\d+$'::text),
  constraint reminder_firings_stands_for_check CHECK (stands_for > 0)
);
alter table reminder_firings enable row level security, force row level security;
create policy tenant on reminder_firings for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table reminder_rules (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  name text not null,
  kind text not null,
  steps integer[] not null,
  repeat_days integer,
  amount_from numeric(15,2),
  contract_types text[] not null default '{}'::text[],
  purposes text[] not null default '{}'::text[],
  tells text[] not null,
  role_ids uuid[] not null default '{}'::uuid[],
  user_ids uuid[] not null default '{}'::uuid[],
  escalate_after_days integer,
  escalate_from integer not null default 7,
  escalate_role_ids uuid[] not null default '{}'::uuid[],
  escalate_user_ids uuid[] not null default '{}'::uuid[],
  at_once boolean not null default false,
  is_active boolean not null default true,
  is_built_in boolean not null default false,
  since date not null default app.today(),
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  constraint reminder_rules_pkey PRIMARY KEY (tenant_id, id),
  constraint reminder_rules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint "400 steps must have a day where nothing is repeated" CHECK (cardinality(steps) > 0 OR repeat_days IS NOT NULL),
  constraint "400 tells must name somebody" CHECK ((cardinality(tells) + cardinality(role_ids) + cardinality(user_ids)) > 0),
  constraint reminder_rules_amount_from_check CHECK (amount_from > 0::numeric),
  constraint reminder_rules_escalate_after_days_check CHECK (escalate_after_days >= 1 AND escalate_after_days <= 365),
  constraint reminder_rules_escalate_from_check CHECK (escalate_from >= 0 AND escalate_from <= 400),
  constraint reminder_rules_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  constraint reminder_rules_repeat_days_check CHECK (repeat_days >= 1 AND repeat_days <= 365),
  constraint reminder_rules_steps_check CHECK (cardinality(steps) <= 12 AND (0 <= ALL (steps)) AND (400 >= ALL (steps))),
  constraint reminder_rules_tells_check CHECK (tells <@ '{OWNER,CREATOR,WATCHERS}'::text[])
);
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON reminder_rules FOR EACH ROW EXECUTE FUNCTION app.stamp('{since}');
CREATE TRIGGER b_rule BEFORE INSERT OR UPDATE ON reminder_rules FOR EACH ROW EXECUTE FUNCTION app.keep_reminder_rule();
CREATE TRIGGER room AFTER INSERT OR UPDATE OF is_active ON reminder_rules FOR EACH ROW WHEN (new.is_active AND new.deleted_at IS NULL) EXECUTE FUNCTION app.require_room_for_rule();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON reminder_rules FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.kind IS DISTINCT FROM new.kind OR old.steps IS DISTINCT FROM new.steps OR old.repeat_days IS DISTINCT FROM new.repeat_days OR old.amount_from IS DISTINCT FROM new.amount_from OR old.contract_types IS DISTINCT FROM new.contract_types OR old.purposes IS DISTINCT FROM new.purposes OR old.tells IS DISTINCT FROM new.tells OR old.role_ids IS DISTINCT FROM new.role_ids OR old.user_ids IS DISTINCT FROM new.user_ids OR old.escalate_after_days IS DISTINCT FROM new.escalate_after_days OR old.escalate_from IS DISTINCT FROM new.escalate_from OR old.escalate_role_ids IS DISTINCT FROM new.escalate_role_ids OR old.escalate_user_ids IS DISTINCT FROM new.escalate_user_ids OR old.at_once IS DISTINCT FROM new.at_once OR old.is_active IS DISTINCT FROM new.is_active OR old.is_built_in IS DISTINCT FROM new.is_built_in OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{since,id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON reminder_rules REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_reminder_rules();
CREATE TRIGGER z_audit_made AFTER INSERT ON reminder_rules REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_reminder_rules();
alter table reminder_rules enable row level security, force row level security;
create policy tenant on reminder_rules for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table reminder_runs (
  tenant_id uuid not null default app.tenant_id(),
  since date not null,
  ran_at timestamp with time zone not null,
  proved_on date,
  faults integer not null default 0,
  checking_on date,
  checked_up_to uuid,
  faults_so_far integer not null default 0,
  constraint reminder_runs_pkey PRIMARY KEY (tenant_id),
  constraint reminder_runs_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint reminder_runs_faults_check CHECK (faults >= 0),
  constraint reminder_runs_faults_so_far_check CHECK (faults_so_far >= 0)
);
alter table reminder_runs enable row level security, force row level security;
create policy tenant on reminder_runs for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table role_permissions (
  tenant_id uuid not null default app.tenant_id(),
  role_id uuid not null,
  module_id uuid not null,
  can_create boolean not null default false,
  can_view boolean not null default false,
  can_edit boolean not null default false,
  can_delete boolean not null default false,
  can_report boolean not null default false,
  constraint role_permissions_pkey PRIMARY KEY (tenant_id, role_id, module_id),
  constraint role_permissions_module_id_fkey FOREIGN KEY (module_id) REFERENCES modules(id),
  constraint role_permissions_tenant_id_role_id_fkey FOREIGN KEY (tenant_id, role_id) REFERENCES roles(tenant_id, id)
);
CREATE CONSTRAINT TRIGGER access_changed AFTER INSERT OR DELETE OR UPDATE ON role_permissions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.count_access_change('tenant_id');
CREATE TRIGGER administrator_after AFTER DELETE OR UPDATE ON role_permissions FOR EACH STATEMENT EXECUTE FUNCTION app.keep_administrator();
CREATE TRIGGER administrator_before BEFORE DELETE OR UPDATE ON role_permissions FOR EACH STATEMENT EXECUTE FUNCTION app.note_administrator();
CREATE TRIGGER guard_added AFTER INSERT ON role_permissions REFERENCING NEW TABLE AS given FOR EACH STATEMENT EXECUTE FUNCTION app.guard_grid();
CREATE TRIGGER guard_changed AFTER UPDATE ON role_permissions REFERENCING OLD TABLE AS before NEW TABLE AS given FOR EACH STATEMENT EXECUTE FUNCTION app.guard_grid();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON role_permissions FOR EACH ROW WHEN (old.module_id IS DISTINCT FROM new.module_id OR old.can_create IS DISTINCT FROM new.can_create OR old.can_view IS DISTINCT FROM new.can_view OR old.can_edit IS DISTINCT FROM new.can_edit OR old.can_delete IS DISTINCT FROM new.can_delete OR old.can_report IS DISTINCT FROM new.can_report) EXECUTE FUNCTION app.audit_change('role_id', '{role_id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{module_id}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON role_permissions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_role_permissions();
CREATE TRIGGER z_audit_made AFTER INSERT ON role_permissions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_role_permissions();
alter table role_permissions enable row level security, force row level security;
create policy platform on role_permissions for select to plinth_platform using (true);
create policy tenant on role_permissions for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table roles (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  name text not null,
  description text,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  constraint roles_pkey PRIMARY KEY (tenant_id, id),
  constraint roles_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint roles_name_check CHECK (length(name) >= 1 AND length(name) <= 100)
);
CREATE UNIQUE INDEX "409 name is already used by another role" ON roles USING btree (tenant_id, lower(name)) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON roles FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER b_held BEFORE UPDATE OF deleted_at ON roles FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_of_held_role();
CREATE TRIGGER c_unshare_views AFTER UPDATE OF deleted_at ON roles FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.unshare_views();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON roles FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.description IS DISTINCT FROM new.description OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON roles REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_roles();
CREATE TRIGGER z_audit_made AFTER INSERT ON roles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_roles();
alter table roles enable row level security, force row level security;
create policy platform on roles for select to plinth_platform using (true);
create policy tenant on roles for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table rule_confirmations (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  rule_id uuid not null,
  remark text not null,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  constraint rule_confirmations_pkey PRIMARY KEY (tenant_id, id),
  constraint rule_confirmations_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES rules(id),
  constraint rule_confirmations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint rule_confirmations_remark_check CHECK (remark <> ''::text)
);
CREATE UNIQUE INDEX "409 remark was given already: the rule is confirmed" ON rule_confirmations USING btree (tenant_id, rule_id);
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON rule_confirmations FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER b_keep BEFORE INSERT ON rule_confirmations FOR EACH ROW EXECUTE FUNCTION app.keep_confirmation();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON rule_confirmations FOR EACH ROW WHEN (old.rule_id IS DISTINCT FROM new.rule_id OR old.remark IS DISTINCT FROM new.remark OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON rule_confirmations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_rule_confirmations();
CREATE TRIGGER z_audit_made AFTER INSERT ON rule_confirmations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_rule_confirmations();
alter table rule_confirmations enable row level security, force row level security;
create policy tenant on rule_confirmations for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table rules (
  id uuid not null,
  kind text not null,
  scope text not null,
  valid_from date not null,
  value jsonb,
  source_title text not null,
  source_reference text,
  source_url text,
  published_on date,
  read_on date not null,
  trust text not null,
  vectors jsonb not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  withdrawn_at timestamp with time zone,
  constraint rules_pkey PRIMARY KEY (id),
  constraint rules_kind_check CHECK (kind ~ '^[A-Z][A-Z0-9_]*$'::text),
  constraint rules_scope_check CHECK (scope ~ '^IN(-[A-Z]{2})?$'::text),
  constraint rules_source_title_check CHECK (source_title <> ''::text),
  constraint rules_trust_check CHECK (trust = ANY (ARRAY['V'::text, 'K'::text, 'U'::text])),
  constraint rules_value_check CHECK (jsonb_typeof(value) = 'object'::text)
);
CREATE UNIQUE INDEX one_rule_from_a_day ON rules USING btree (kind, scope, valid_from) WHERE withdrawn_at IS NULL;

create table schedule_items (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  agreement_id uuid not null,
  parent_id uuid,
  level smallint not null default 0,
  parent_level smallint generated always as ((level - 1)) stored,
  "position" bigint not null,
  kind text not null,
  item_no text,
  sor_code text,
  description text not null,
  unit text,
  quantity numeric(15,3),
  rate numeric(15,4),
  amount numeric(15,2) generated always as (round(quantity * rate, 2)) stored,
  percentage_applies boolean not null default true,
  limit_percent numeric(7,4),
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  constraint schedule_items_pkey PRIMARY KEY (tenant_id, id),
  constraint schedule_items_tenant_id_agreement_id_id_level_key UNIQUE (tenant_id, agreement_id, id, level),
  constraint schedule_items_tenant_id_agreement_id_fkey FOREIGN KEY (tenant_id, agreement_id) REFERENCES agreements(tenant_id, id),
  constraint schedule_items_tenant_id_agreement_id_parent_id_parent_lev_fkey FOREIGN KEY (tenant_id, agreement_id, parent_id, parent_level) REFERENCES schedule_items(tenant_id, agreement_id, id, level),
  constraint schedule_items_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint schedule_items_tenant_id_parent_id_fkey FOREIGN KEY (tenant_id, parent_id) REFERENCES schedule_items(tenant_id, id),
  constraint "400 itemNo is required of an item" CHECK (kind = 'SECTION'::text OR item_no IS NOT NULL),
  constraint "400 kind of a section has no unit, quantity or rate" CHECK (kind = 'ITEM'::text OR num_nonnulls(unit, quantity, rate) = 0),
  constraint "400 quantity is required of an item" CHECK (kind = 'SECTION'::text OR quantity IS NOT NULL),
  constraint "400 unit is required of an item" CHECK (kind = 'SECTION'::text OR unit IS NOT NULL),
  constraint "409 parentId Maximum level reached (Level 8)" CHECK (level <= 7 OR deleted_at IS NOT NULL),
  constraint schedule_items_check CHECK ((parent_id IS NULL) = (level = 0)),
  constraint schedule_items_description_check CHECK (length(description) >= 1 AND length(description) <= 8000),
  constraint schedule_items_item_no_check CHECK (length(item_no) >= 1 AND length(item_no) <= 40),
  constraint schedule_items_kind_check CHECK (kind = ANY (ARRAY['SECTION'::text, 'ITEM'::text])),
  constraint schedule_items_limit_percent_check CHECK (limit_percent >= 0::numeric),
  constraint schedule_items_quantity_check CHECK (quantity >= 0::numeric),
  constraint schedule_items_rate_check CHECK (rate >= 0::numeric)
);
CREATE UNIQUE INDEX "409 itemNo is already used in this agreement" ON schedule_items USING btree (tenant_id, agreement_id, lower(item_no)) WHERE deleted_at IS NULL;
CREATE INDEX schedule_items_below ON schedule_items USING btree (tenant_id, parent_id) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON schedule_items FOR EACH ROW EXECUTE FUNCTION app.stamp('{level,parent_level,amount}');
CREATE TRIGGER b_a_judged BEFORE INSERT OR UPDATE ON schedule_items FOR EACH ROW EXECUTE FUNCTION app.judge_schedule_item();
CREATE TRIGGER b_in_use_by_measurement_lines_item_id BEFORE UPDATE OF deleted_at ON schedule_items FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('measurement_lines', 'item_id', 'measured line');
CREATE TRIGGER b_in_use_by_schedule_items_parent_id BEFORE UPDATE OF deleted_at ON schedule_items FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('schedule_items', 'parent_id', 'item');
CREATE TRIGGER b_live_agreement_id BEFORE INSERT OR UPDATE OF agreement_id, deleted_at ON schedule_items FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('agreement_id', 'agreements');
CREATE TRIGGER b_live_parent_id BEFORE INSERT OR UPDATE OF parent_id, deleted_at ON schedule_items FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('parent_id', 'schedule_items');
CREATE TRIGGER c_measured BEFORE UPDATE OF unit, item_no ON schedule_items FOR EACH ROW WHEN (new.unit IS DISTINCT FROM old.unit OR new.item_no IS DISTINCT FROM old.item_no) EXECUTE FUNCTION app.keep_measured_item();
CREATE TRIGGER d_billed BEFORE UPDATE OF rate, percentage_applies ON schedule_items FOR EACH ROW WHEN (new.rate IS DISTINCT FROM old.rate OR new.percentage_applies IS DISTINCT FROM old.percentage_applies) EXECUTE FUNCTION app.keep_billed_item();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON schedule_items FOR EACH ROW WHEN (old.agreement_id IS DISTINCT FROM new.agreement_id OR old.parent_id IS DISTINCT FROM new.parent_id OR old.level IS DISTINCT FROM new.level OR old.kind IS DISTINCT FROM new.kind OR old.item_no IS DISTINCT FROM new.item_no OR old.sor_code IS DISTINCT FROM new.sor_code OR old.description IS DISTINCT FROM new.description OR old.unit IS DISTINCT FROM new.unit OR old.quantity IS DISTINCT FROM new.quantity OR old.rate IS DISTINCT FROM new.rate OR old.percentage_applies IS DISTINCT FROM new.percentage_applies OR old.limit_percent IS DISTINCT FROM new.limit_percent OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{position,id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by,parent_level,amount}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON schedule_items REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_schedule_items();
CREATE TRIGGER z_audit_made AFTER INSERT ON schedule_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_schedule_items();
alter table schedule_items enable row level security, force row level security;
create policy tenant on schedule_items for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table second_factors (
  tenant_id uuid not null default app.tenant_id(),
  user_id uuid not null,
  sealed_secret bytea,
  confirmed_at timestamp with time zone,
  pending_secret bytea,
  last_step bigint not null default 0,
  recovery_hashes bytea[] not null default '{}'::bytea[],
  constraint second_factors_pkey PRIMARY KEY (tenant_id, user_id),
  constraint second_factors_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id),
  constraint second_factors_check CHECK ((confirmed_at IS NULL) = (sealed_secret IS NULL))
);
CREATE CONSTRAINT TRIGGER access_changed AFTER INSERT OR DELETE OR UPDATE OF confirmed_at ON second_factors DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.count_access_change('tenant_id');
CREATE TRIGGER guard BEFORE INSERT OR DELETE OR UPDATE OF sealed_secret, confirmed_at, pending_secret ON second_factors FOR EACH ROW EXECUTE FUNCTION app.guard_sign_in();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON second_factors FOR EACH ROW WHEN (old.sealed_secret IS DISTINCT FROM new.sealed_secret OR old.confirmed_at IS DISTINCT FROM new.confirmed_at OR old.pending_secret IS DISTINCT FROM new.pending_secret OR old.recovery_hashes IS DISTINCT FROM new.recovery_hashes) EXECUTE FUNCTION app.audit_change('user_id', '{last_step,user_id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{sealed_secret,pending_secret,recovery_hashes}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON second_factors REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_second_factors();
CREATE TRIGGER z_audit_made AFTER INSERT ON second_factors REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_second_factors();
alter table second_factors enable row level security, force row level security;
create policy tenant on second_factors for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table security_deposits (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  contract_id uuid not null,
  deposit_type text not null,
  instrument_no text not null,
  amount numeric(15,2) not null,
  deposit_created_date date,
  deposit_submitted_date date,
  bank_account_no text,
  bank_name text,
  account_holder_name text,
  bank_address text,
  status text not null default 'SUBMITTED'::text,
  comment text,
  deposit_returned_date date,
  deposit_transferred_own_ac_date date,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  received_amount numeric(15,2) not null default 0,
  lost_amount numeric(15,2) not null default 0,
  carried_amount numeric(15,2) not null default 0,
  open_amount numeric(15,2) generated always as ((amount - received_amount - lost_amount - carried_amount)) stored,
  is_return_settled boolean not null default false,
  instrument_id uuid,
  import_id uuid,
  import_row integer,
  import_fingerprint bytea,
  imported_as timestamp with time zone,
  purpose text not null,
  office_id uuid,
  owner_id uuid,
  release_basis text,
  release_days integer,
  fixed_due_on date,
  acknowledged_on date,
  disputed_on date,
  own_next_step text,
  own_next_on date,
  carried_in_amount numeric(15,2) not null default 0,
  constraint security_deposits_pkey PRIMARY KEY (tenant_id, id),
  constraint security_deposits_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts(tenant_id, id),
  constraint security_deposits_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint security_deposits_tenant_id_import_id_fkey FOREIGN KEY (tenant_id, import_id) REFERENCES contract_imports(tenant_id, id),
  constraint security_deposits_tenant_id_instrument_id_fkey FOREIGN KEY (tenant_id, instrument_id) REFERENCES instruments(tenant_id, id),
  constraint security_deposits_tenant_id_office_id_fkey FOREIGN KEY (tenant_id, office_id) REFERENCES offices(tenant_id, id),
  constraint security_deposits_tenant_id_owner_id_fkey FOREIGN KEY (tenant_id, owner_id) REFERENCES users(tenant_id, id),
  constraint "400 depositeReturnedDate must not be before depositSubmitedDate" CHECK (deposit_returned_date >= deposit_submitted_date),
  constraint "400 ownNextOn is required with what is to be done" CHECK (COALESCE(own_next_step, ''::text) = ''::text OR own_next_on IS NOT NULL),
  constraint "400 ownNextStep is required with its day" CHECK (own_next_on IS NULL OR COALESCE(own_next_step, ''::text) <> ''::text),
  constraint "409 amount is less than what was carried into this deposit" CHECK (carried_in_amount <= amount),
  constraint "409 amount is more than what is open of this deposit" CHECK ((received_amount + lost_amount + carried_amount) <= amount),
  constraint "409 status Take back first what was carried into this deposit" CHECK (carried_in_amount = 0::numeric OR app.is_paid(status)),
  constraint security_deposits_amount_check CHECK (amount > 0::numeric),
  constraint security_deposits_carried_amount_check CHECK (carried_amount >= 0::numeric),
  constraint security_deposits_carried_in_amount_check CHECK (carried_in_amount >= 0::numeric),
  constraint security_deposits_check CHECK (carried_amount = 0::numeric OR app.is_paid(status)),
  constraint security_deposits_check1 CHECK (deleted_at IS NULL OR (carried_amount + carried_in_amount) = 0::numeric),
  constraint security_deposits_deposit_type_check CHECK (length(deposit_type) >= 1 AND length(deposit_type) <= 100),
  constraint security_deposits_instrument_no_check CHECK (length(instrument_no) >= 1 AND length(instrument_no) <= 100),
  constraint security_deposits_lost_amount_check CHECK (lost_amount >= 0::numeric),
  constraint security_deposits_purpose_check CHECK (purpose = ANY (ARRAY['EMD'::text, 'PERFORMANCE_SECURITY'::text, 'ADDITIONAL_SECURITY'::text, 'SECURITY_DEPOSIT'::text, 'RETENTION'::text, 'ADVANCE_GUARANTEE'::text, 'OTHER'::text])),
  constraint security_deposits_received_amount_check CHECK (received_amount >= 0::numeric),
  constraint security_deposits_release_basis_check CHECK (release_basis = ANY (ARRAY['RESULT'::text, 'AWARD'::text, 'SECURITY_LODGED'::text, 'AGREEMENT'::text, 'COMPLETION'::text, 'DLP_END'::text, 'FINAL_BILL'::text, 'FIXED'::text])),
  constraint security_deposits_release_days_check CHECK (release_days >= '-3650'::integer AND release_days <= 3650),
  constraint security_deposits_status_check CHECK (status = ANY (ARRAY['SUBMITTED'::text, 'RETURNED'::text, 'PENDING'::text, 'DRAFT'::text, 'PENDING_RELEASE'::text, 'RELEASED'::text, 'PENDING_REFUND'::text, 'REFUNDED'::text, 'FORFEITED'::text, 'REJECTED'::text, 'CANCELLED'::text]))
);
CREATE UNIQUE INDEX "409 instrumentNo This instrument is in the register already" ON security_deposits USING btree (tenant_id, import_fingerprint) WHERE deleted_at IS NULL AND import_fingerprint IS NOT NULL;
CREATE INDEX paid_deposits_of_contract ON security_deposits USING btree (tenant_id, contract_id, purpose, deposit_submitted_date) WHERE deleted_at IS NULL AND (status <> ALL (ARRAY['DRAFT'::text, 'REJECTED'::text, 'CANCELLED'::text]));
CREATE INDEX security_deposits_newest ON security_deposits USING btree (tenant_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX security_deposits_of_contract ON security_deposits USING btree (tenant_id, contract_id, created_at) WHERE deleted_at IS NULL;
CREATE INDEX security_deposits_of_import ON security_deposits USING btree (tenant_id, import_id, id) WHERE import_id IS NOT NULL;
CREATE INDEX security_deposits_of_instrument ON security_deposits USING btree (tenant_id, instrument_id, created_at) WHERE deleted_at IS NULL AND instrument_id IS NOT NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON security_deposits FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER b_a_instrument BEFORE INSERT OR UPDATE OF instrument_id, instrument_no, bank_name, bank_address ON security_deposits FOR EACH ROW WHEN (new.instrument_id IS NOT NULL AND new.deleted_at IS NULL) EXECUTE FUNCTION app.follow_instrument();
CREATE TRIGGER b_asked_for BEFORE UPDATE OF deleted_at ON security_deposits FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_of_asked();
CREATE TRIGGER b_carried BEFORE UPDATE OF deleted_at ON security_deposits FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL AND (old.carried_amount + old.carried_in_amount) > 0::numeric) EXECUTE FUNCTION app.refuse_delete_of_carried();
CREATE TRIGGER b_imported BEFORE UPDATE OF imported_as ON security_deposits FOR EACH ROW EXECUTE FUNCTION app.note_imported();
CREATE TRIGGER b_live_contract_id BEFORE INSERT OR UPDATE OF contract_id, deleted_at ON security_deposits FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('contract_id', 'contracts');
CREATE TRIGGER b_live_instrument_id BEFORE INSERT OR UPDATE OF instrument_id, deleted_at ON security_deposits FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('instrument_id', 'instruments');
CREATE TRIGGER b_live_office_id BEFORE INSERT OR UPDATE OF office_id, deleted_at ON security_deposits FOR EACH ROW WHEN (new.office_id IS NOT NULL AND new.deleted_at IS NULL) EXECUTE FUNCTION app.require_office();
CREATE TRIGGER b_live_owner_id BEFORE INSERT OR UPDATE OF owner_id, deleted_at ON security_deposits FOR EACH ROW WHEN (new.owner_id IS NOT NULL AND new.deleted_at IS NULL) EXECUTE FUNCTION app.require_named_parent('owner_id', 'users', '400 ownerId must be a person of your company');
CREATE TRIGGER b_purpose BEFORE INSERT OR UPDATE OF deposit_type, purpose ON security_deposits FOR EACH ROW EXECUTE FUNCTION app.follow_type();
CREATE TRIGGER c_settle BEFORE INSERT OR UPDATE ON security_deposits FOR EACH ROW EXECUTE FUNCTION app.settle_by_status();
CREATE TRIGGER covered_changed AFTER UPDATE ON security_deposits FOR EACH ROW WHEN (new.instrument_id IS NOT NULL AND new.deleted_at IS NULL AND (new.instrument_id IS DISTINCT FROM old.instrument_id OR new.open_amount > old.open_amount OR (old.status = ANY (ARRAY['DRAFT'::text, 'REJECTED'::text, 'CANCELLED'::text])) AND (new.status <> ALL (ARRAY['DRAFT'::text, 'REJECTED'::text, 'CANCELLED'::text])))) EXECUTE FUNCTION app.require_cover();
CREATE TRIGGER covered_new AFTER INSERT ON security_deposits FOR EACH ROW WHEN (new.instrument_id IS NOT NULL) EXECUTE FUNCTION app.require_cover();
CREATE TRIGGER deadlines_begin AFTER INSERT ON security_deposits REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_security_deposits();
CREATE TRIGGER deadlines_change AFTER UPDATE ON security_deposits REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_security_deposits();
CREATE TRIGGER figures_changed AFTER UPDATE ON security_deposits REFERENCING OLD TABLE AS before NEW TABLE AS given FOR EACH STATEMENT EXECUTE FUNCTION app.count_changed_deposits();
CREATE TRIGGER figures_new AFTER INSERT ON security_deposits REFERENCING NEW TABLE AS given FOR EACH STATEMENT EXECUTE FUNCTION app.count_new_deposits();
CREATE TRIGGER given_anew AFTER UPDATE OF owner_id ON security_deposits FOR EACH ROW WHEN (new.owner_id <> app.user_id() AND new.owner_id IS DISTINCT FROM old.owner_id) EXECUTE FUNCTION app.note_given();
CREATE TRIGGER given_first AFTER INSERT ON security_deposits FOR EACH ROW WHEN (new.owner_id <> app.user_id()) EXECUTE FUNCTION app.note_given();
CREATE TRIGGER settled_changed AFTER UPDATE ON security_deposits FOR EACH ROW WHEN (app.settlement_of(old.status) IS DISTINCT FROM app.settlement_of(new.status) OR
        CASE
            WHEN app.settlement_of(old.status) IS NOT NULL THEN old.deposit_returned_date
            ELSE NULL::date
        END IS DISTINCT FROM
        CASE
            WHEN app.settlement_of(new.status) IS NOT NULL THEN new.deposit_returned_date
            ELSE NULL::date
        END OR old.amount IS DISTINCT FROM new.amount) EXECUTE FUNCTION app.book_by_status();
CREATE TRIGGER settled_new AFTER INSERT ON security_deposits FOR EACH ROW WHEN (app.settlement_of(new.status) IS NOT NULL) EXECUTE FUNCTION app.book_by_status();
CREATE TRIGGER status_first AFTER INSERT ON security_deposits REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION app.record_first_status();
CREATE TRIGGER status_history AFTER UPDATE OF status ON security_deposits FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION app.record_status();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON security_deposits FOR EACH ROW WHEN (old.contract_id IS DISTINCT FROM new.contract_id OR old.deposit_type IS DISTINCT FROM new.deposit_type OR old.instrument_no IS DISTINCT FROM new.instrument_no OR old.amount IS DISTINCT FROM new.amount OR old.deposit_created_date IS DISTINCT FROM new.deposit_created_date OR old.deposit_submitted_date IS DISTINCT FROM new.deposit_submitted_date OR old.bank_account_no IS DISTINCT FROM new.bank_account_no OR old.bank_name IS DISTINCT FROM new.bank_name OR old.account_holder_name IS DISTINCT FROM new.account_holder_name OR old.bank_address IS DISTINCT FROM new.bank_address OR old.status IS DISTINCT FROM new.status OR old.comment IS DISTINCT FROM new.comment OR old.deposit_returned_date IS DISTINCT FROM new.deposit_returned_date OR old.deposit_transferred_own_ac_date IS DISTINCT FROM new.deposit_transferred_own_ac_date OR old.deleted_at IS DISTINCT FROM new.deleted_at OR old.instrument_id IS DISTINCT FROM new.instrument_id OR old.import_id IS DISTINCT FROM new.import_id OR old.import_row IS DISTINCT FROM new.import_row OR old.import_fingerprint IS DISTINCT FROM new.import_fingerprint OR old.imported_as IS DISTINCT FROM new.imported_as OR old.purpose IS DISTINCT FROM new.purpose OR old.office_id IS DISTINCT FROM new.office_id OR old.owner_id IS DISTINCT FROM new.owner_id OR old.release_basis IS DISTINCT FROM new.release_basis OR old.release_days IS DISTINCT FROM new.release_days OR old.fixed_due_on IS DISTINCT FROM new.fixed_due_on OR old.acknowledged_on IS DISTINCT FROM new.acknowledged_on OR old.disputed_on IS DISTINCT FROM new.disputed_on OR old.own_next_step IS DISTINCT FROM new.own_next_step OR old.own_next_on IS DISTINCT FROM new.own_next_on) EXECUTE FUNCTION app.audit_change('id', '{received_amount,lost_amount,carried_amount,is_return_settled,carried_in_amount,id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by,open_amount}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON security_deposits REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_security_deposits();
CREATE TRIGGER z_audit_made AFTER INSERT ON security_deposits REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_security_deposits();
alter table security_deposits enable row level security, force row level security;
create policy tenant on security_deposits for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table sessions (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  generation integer not null default 0,
  refresh_hash bytea not null,
  rotated_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null default now() + '30 days'::interval,
  ended_at timestamp with time zone,
  ended_because text,
  user_agent text,
  address text,
  constraint sessions_pkey PRIMARY KEY (tenant_id, id),
  constraint sessions_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id)
);
CREATE INDEX sessions_by_end ON sessions USING btree (tenant_id, expires_at);
CREATE INDEX sessions_of_user ON sessions USING btree (tenant_id, user_id);
CREATE TRIGGER guard BEFORE INSERT ON sessions FOR EACH ROW WHEN (new.ended_at IS NULL) EXECUTE FUNCTION app.guard_session();
CREATE TRIGGER guard_end BEFORE UPDATE OF ended_at ON sessions FOR EACH ROW WHEN (old.ended_at IS NOT NULL AND new.ended_at IS NULL) EXECUTE FUNCTION app.guard_session();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON sessions FOR EACH ROW WHEN (old.ended_at IS DISTINCT FROM new.ended_at OR old.ended_because IS DISTINCT FROM new.ended_because OR old.user_agent IS DISTINCT FROM new.user_agent OR old.address IS DISTINCT FROM new.address) EXECUTE FUNCTION app.audit_change('user_id', '{generation,refresh_hash,rotated_at,expires_at,user_id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON sessions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT WHEN (current_setting('app.sweeping'::text, true) IS DISTINCT FROM 'on'::text) EXECUTE FUNCTION app.audit_rows_of_sessions();
CREATE TRIGGER z_audit_made AFTER INSERT ON sessions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_sessions();
alter table sessions enable row level security, force row level security;
create policy tenant on sessions for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table sign_in_letters (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  kind text not null,
  recipient text not null,
  language text,
  about_id uuid not null,
  about text not null,
  link_id uuid,
  created_at timestamp with time zone not null default clock_timestamp(),
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone default clock_timestamp(),
  leased_until timestamp with time zone,
  last_error text,
  mailed_at timestamp with time zone,
  constraint sign_in_letters_pkey PRIMARY KEY (id),
  constraint sign_in_letters_company_id_fkey FOREIGN KEY (company_id) REFERENCES tenants(id),
  constraint sign_in_letters_check CHECK ((kind = 'LINK'::text) = (link_id IS NOT NULL)),
  constraint sign_in_letters_kind_check CHECK (kind = ANY (ARRAY['LINK'::text, 'LINK_MADE'::text, 'LINK_USED'::text, 'PERSON_ENTERED'::text, 'LET_IN'::text, 'ROLE_GIVEN'::text, 'ROLE_WIDENED'::text])),
  constraint sign_in_letters_last_error_check CHECK (length(last_error) >= 1 AND length(last_error) <= 500 AND app.is_line(last_error)),
  constraint sign_in_letters_recipient_check CHECK (length(recipient) >= 3 AND length(recipient) <= 254 AND app.is_line(recipient))
);
CREATE INDEX sign_in_letters_about ON sign_in_letters USING btree (about_id) WHERE kind = 'LINK'::text AND mailed_at IS NULL;
CREATE INDEX sign_in_letters_by_age ON sign_in_letters USING btree (created_at);
CREATE INDEX sign_in_letters_due ON sign_in_letters USING btree (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX sign_in_letters_of_company ON sign_in_letters USING btree (company_id);

create table site_changes (
  tenant_id uuid not null default app.tenant_id(),
  user_id uuid not null default app.user_id(),
  id uuid not null,
  created_at timestamp with time zone not null default now(),
  digest bytea,
  constraint site_changes_pkey PRIMARY KEY (tenant_id, user_id, id),
  constraint site_changes_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id),
  constraint site_changes_digest_check CHECK (octet_length(digest) = 32)
);
CREATE INDEX site_changes_by_age ON site_changes USING btree (tenant_id, created_at);
alter table site_changes enable row level security, force row level security;
create policy tenant on site_changes for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table sites (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  name text not null,
  project_id uuid not null,
  state text,
  weekly_off text,
  shift_hours numeric(4,2),
  remarks text,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  constraint sites_pkey PRIMARY KEY (tenant_id, id),
  constraint sites_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint sites_tenant_id_project_id_fkey FOREIGN KEY (tenant_id, project_id) REFERENCES projects(tenant_id, id),
  constraint "400 state must be the code of a State" CHECK (app.is_state_code(state)),
  constraint sites_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  constraint sites_shift_hours_check CHECK (shift_hours > 0::numeric AND shift_hours <= 24::numeric),
  constraint sites_weekly_off_check CHECK (weekly_off = ANY (ARRAY['MONDAY'::text, 'TUESDAY'::text, 'WEDNESDAY'::text, 'THURSDAY'::text, 'FRIDAY'::text, 'SATURDAY'::text, 'SUNDAY'::text]))
);
CREATE UNIQUE INDEX "409 name is already used by another site" ON sites USING btree (tenant_id, lower(name)) WHERE deleted_at IS NULL;
CREATE INDEX sites_newest ON sites USING btree (tenant_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX sites_of_project ON sites USING btree (tenant_id, project_id) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON sites FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE TRIGGER b_live_project_id BEFORE INSERT OR UPDATE OF project_id, deleted_at ON sites FOR EACH ROW WHEN (new.project_id IS NOT NULL AND new.deleted_at IS NULL) EXECUTE FUNCTION app.require_named_parent('project_id', 'projects', '400 projectId must be a project of your company');
CREATE TRIGGER z_audit_changed AFTER UPDATE ON sites FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.project_id IS DISTINCT FROM new.project_id OR old.state IS DISTINCT FROM new.state OR old.weekly_off IS DISTINCT FROM new.weekly_off OR old.shift_hours IS DISTINCT FROM new.shift_hours OR old.remarks IS DISTINCT FROM new.remarks OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON sites REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_sites();
CREATE TRIGGER z_audit_made AFTER INSERT ON sites REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_sites();
alter table sites enable row level security, force row level security;
create policy tenant on sites for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table status_changes (
  tenant_id uuid not null default app.tenant_id(),
  record_type text not null,
  record_id uuid not null,
  id uuid not null default uuidv7(),
  from_status text,
  to_status text not null,
  changed_at timestamp with time zone not null default clock_timestamp(),
  changed_by uuid,
  constraint status_changes_pkey PRIMARY KEY (tenant_id, record_type, record_id, id)
);
alter table status_changes enable row level security, force row level security;
create policy tenant on status_changes for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table tasks (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  project_id uuid not null,
  parent_id uuid,
  level smallint not null default 0,
  parent_level smallint generated always as ((level - 1)) stored,
  "position" bigint not null,
  title text not null,
  description text,
  estimated_quantity numeric(15,3),
  units text,
  estimated_rate numeric(15,3),
  tax_percentage numeric(5,2) not null default 14,
  actual_quantity numeric(15,3),
  actual_rate numeric(15,3),
  estimated_effort_hours numeric(15,3),
  actual_effort_hours numeric(15,3),
  status text not null default 'DRAFT'::text,
  task_type text,
  priority text,
  given_start_date date,
  given_end_date date,
  actual_start_date date,
  actual_end_date date,
  progress numeric(5,2) not null default 0,
  is_milestone boolean not null default false,
  is_billable boolean not null default false,
  assigned_to uuid,
  completed_by uuid,
  approved_by uuid,
  approval_date timestamp with time zone,
  is_approved boolean not null default false,
  rejection_reason text,
  review_requested_by uuid,
  review_requested_at timestamp with time zone,
  rejected_by uuid,
  rejected_at timestamp with time zone,
  termination_reason text,
  comment text,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  sub_tasks integer not null default 0,
  open_sub_tasks integer not null default 0,
  counted_sub_tasks integer not null default 0,
  ended_sub_tasks integer not null default 0,
  below_estimated_amount numeric not null default 0,
  below_actual_amount numeric not null default 0,
  below_estimated_hours numeric not null default 0,
  below_actual_hours numeric not null default 0,
  below_amount_progress numeric not null default 0,
  below_hours_progress numeric not null default 0,
  below_progress numeric not null default 0,
  below_given_start date,
  below_given_end date,
  below_actual_start date,
  below_actual_end date,
  above_id uuid not null generated always as (COALESCE(parent_id, project_id)) stored,
  estimated_amount numeric generated always as (app.task_amount(estimated_quantity, estimated_rate, tax_percentage)) stored,
  actual_amount numeric generated always as (app.task_amount(actual_quantity, actual_rate, tax_percentage)) stored,
  rolled_estimated_amount numeric not null generated always as (
CASE
    WHEN status = 'CANCELLED'::text THEN 0::numeric
    ELSE COALESCE(NULLIF(below_estimated_amount, 0::numeric), app.task_amount(estimated_quantity, estimated_rate, tax_percentage), 0::numeric)
END) stored,
  rolled_actual_amount numeric not null generated always as (COALESCE(NULLIF(below_actual_amount, 0::numeric), app.task_amount(actual_quantity, actual_rate, tax_percentage), 0::numeric)) stored,
  rolled_estimated_hours numeric not null generated always as (
CASE
    WHEN status = 'CANCELLED'::text THEN 0::numeric
    ELSE COALESCE(NULLIF(below_estimated_hours, 0::numeric), estimated_effort_hours, 0::numeric)
END) stored,
  rolled_actual_hours numeric not null generated always as (COALESCE(NULLIF(below_actual_hours, 0::numeric), actual_effort_hours, 0::numeric)) stored,
  rolled_progress numeric not null generated always as (COALESCE(app.weighted_progress(below_amount_progress, below_estimated_amount, below_amount_tasks, below_progress_with_amount, below_hours_progress, below_estimated_hours, below_hours_tasks, below_progress_with_hours, below_progress, counted_sub_tasks), progress)) stored,
  rolled_given_start date generated always as (
CASE
    WHEN status <> 'CANCELLED'::text THEN COALESCE(below_given_start, given_start_date)
    ELSE NULL::date
END) stored,
  rolled_given_end date generated always as (
CASE
    WHEN status <> 'CANCELLED'::text THEN COALESCE(below_given_end, given_end_date)
    ELSE NULL::date
END) stored,
  rolled_actual_start date generated always as (COALESCE(below_actual_start, actual_start_date)) stored,
  rolled_actual_end date generated always as (
CASE
    WHEN counted_sub_tasks = 0 THEN COALESCE(below_actual_end, actual_end_date)
    WHEN ended_sub_tasks = counted_sub_tasks THEN below_actual_end
    ELSE NULL::date
END) stored,
  below_amount_tasks integer not null default 0,
  below_hours_tasks integer not null default 0,
  below_progress_with_amount numeric not null default 0,
  below_progress_with_hours numeric not null default 0,
  constraint tasks_pkey PRIMARY KEY (tenant_id, id),
  constraint tasks_tenant_id_project_id_id_level_key UNIQUE (tenant_id, project_id, id, level),
  constraint tasks_tenant_id_assigned_to_fkey FOREIGN KEY (tenant_id, assigned_to) REFERENCES users(tenant_id, id),
  constraint tasks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint tasks_tenant_id_parent_id_fkey FOREIGN KEY (tenant_id, parent_id) REFERENCES tasks(tenant_id, id),
  constraint tasks_tenant_id_project_id_fkey FOREIGN KEY (tenant_id, project_id) REFERENCES projects(tenant_id, id),
  constraint tasks_tenant_id_project_id_parent_id_parent_level_fkey FOREIGN KEY (tenant_id, project_id, parent_id, parent_level) REFERENCES tasks(tenant_id, project_id, id, level),
  constraint "400 actualEndDate must not be before actualStartDate" CHECK (actual_end_date >= actual_start_date),
  constraint "400 givenEndDate must not be before givenStartDate" CHECK (given_end_date >= given_start_date),
  constraint "409 parentId Maximum level reached (Level 4)" CHECK (level <= 4 OR deleted_at IS NOT NULL),
  constraint "409 status The task above is approved: reopen it first" CHECK (status <> 'APPROVED'::text OR open_sub_tasks = 0),
  constraint tasks_actual_effort_hours_check CHECK (actual_effort_hours >= 0::numeric),
  constraint tasks_actual_quantity_check CHECK (actual_quantity >= 0::numeric),
  constraint tasks_actual_rate_check CHECK (actual_rate >= 0::numeric),
  constraint tasks_check CHECK ((parent_id IS NULL) = (level = 0)),
  constraint tasks_estimated_effort_hours_check CHECK (estimated_effort_hours >= 0::numeric),
  constraint tasks_estimated_quantity_check CHECK (estimated_quantity >= 0::numeric),
  constraint tasks_estimated_rate_check CHECK (estimated_rate >= 0::numeric),
  constraint tasks_priority_check CHECK (priority = ANY (ARRAY['HIGH'::text, 'MEDIUM'::text, 'LOW'::text, 'URGENT'::text, 'BLOCKER'::text])),
  constraint tasks_progress_check CHECK (progress >= 0::numeric AND progress <= 100::numeric),
  constraint tasks_status_check CHECK (status = ANY (ARRAY['DRAFT'::text, 'PLANNED'::text, 'ASSIGNED'::text, 'INITIATED'::text, 'IN_PROGRESS'::text, 'ON_HOLD'::text, 'REOPENED'::text, 'UNDER_REVIEW'::text, 'COMPLETED'::text, 'APPROVED'::text, 'REJECTED'::text, 'TERMINATED'::text, 'CANCELLED'::text])),
  constraint tasks_tax_percentage_check CHECK (tax_percentage >= 0::numeric AND tax_percentage <= 100::numeric),
  constraint tasks_title_check CHECK (length(title) >= 1 AND length(title) <= 300)
);
CREATE INDEX tasks_actual_end ON tasks USING btree (tenant_id, above_id, rolled_actual_end) WHERE deleted_at IS NULL;
CREATE INDEX tasks_actual_start ON tasks USING btree (tenant_id, above_id, rolled_actual_start) WHERE deleted_at IS NULL;
CREATE INDEX tasks_assigned ON tasks USING btree (tenant_id, assigned_to) WHERE deleted_at IS NULL;
CREATE INDEX tasks_due ON tasks USING btree (tenant_id, given_end_date) WHERE deleted_at IS NULL AND sub_tasks = 0 AND given_end_date IS NOT NULL AND (status <> ALL (ARRAY['COMPLETED'::text, 'APPROVED'::text, 'TERMINATED'::text, 'CANCELLED'::text]));
CREATE INDEX tasks_given_end ON tasks USING btree (tenant_id, above_id, rolled_given_end) WHERE deleted_at IS NULL;
CREATE INDEX tasks_given_start ON tasks USING btree (tenant_id, above_id, rolled_given_start) WHERE deleted_at IS NULL;
CREATE INDEX tasks_in_place ON tasks USING btree (tenant_id, above_id, "position", id) WHERE deleted_at IS NULL;
CREATE INDEX tasks_of_parent ON tasks USING btree (tenant_id, project_id, parent_id, "position") WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON tasks FOR EACH ROW EXECUTE FUNCTION app.stamp('{sub_tasks,open_sub_tasks,counted_sub_tasks,ended_sub_tasks,below_estimated_amount,below_actual_amount,below_estimated_hours,below_actual_hours,below_amount_progress,below_hours_progress,below_progress,below_given_start,below_given_end,below_actual_start,below_actual_end,below_amount_tasks,below_hours_tasks,below_progress_with_amount,below_progress_with_hours,level,position}', '{parent_level,above_id,estimated_amount,actual_amount,rolled_estimated_amount,rolled_actual_amount,rolled_estimated_hours,rolled_actual_hours,rolled_progress,rolled_given_start,rolled_given_end,rolled_actual_start,rolled_actual_end}');
CREATE TRIGGER b_four_eyes BEFORE UPDATE OF status ON tasks FOR EACH ROW WHEN ((new.status = ANY (ARRAY['APPROVED'::text, 'REJECTED'::text])) AND old.status <> new.status AND old.review_requested_by = app.user_id()) EXECUTE FUNCTION app.require_four_eyes();
CREATE TRIGGER b_in_use_by_documents_task_id BEFORE UPDATE OF deleted_at ON tasks FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('documents', 'task_id', 'document');
CREATE TRIGGER b_in_use_by_tasks_parent_id BEFORE UPDATE OF deleted_at ON tasks FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.refuse_delete_in_use('tasks', 'parent_id', 'sub-task');
CREATE TRIGGER b_live_assigned_to BEFORE INSERT OR UPDATE OF assigned_to, deleted_at ON tasks FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('assigned_to', 'users');
CREATE TRIGGER b_live_parent_id BEFORE INSERT OR UPDATE OF parent_id, deleted_at ON tasks FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('parent_id', 'tasks');
CREATE TRIGGER b_live_project_id BEFORE INSERT OR UPDATE OF project_id, deleted_at ON tasks FOR EACH ROW EXECUTE FUNCTION app.require_live_parent('project_id', 'projects');
CREATE TRIGGER c_review BEFORE INSERT OR UPDATE OF status, rejection_reason ON tasks FOR EACH ROW EXECUTE FUNCTION app.keep_review();
CREATE TRIGGER deadlines_begin AFTER INSERT ON tasks REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_tasks();
CREATE TRIGGER deadlines_change AFTER UPDATE ON tasks REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_tasks();
CREATE TRIGGER given_anew AFTER UPDATE OF assigned_to ON tasks FOR EACH ROW WHEN (new.assigned_to <> app.user_id() AND new.assigned_to IS DISTINCT FROM old.assigned_to) EXECUTE FUNCTION app.note_given();
CREATE TRIGGER given_first AFTER INSERT ON tasks REFERENCING NEW TABLE AS given FOR EACH STATEMENT EXECUTE FUNCTION app.note_new_tasks();
CREATE TRIGGER reviewed AFTER UPDATE OF status ON tasks FOR EACH ROW WHEN ((new.status = ANY (ARRAY['UNDER_REVIEW'::text, 'APPROVED'::text, 'REJECTED'::text])) AND new.status <> old.status AND app.user_id() IS NOT NULL) EXECUTE FUNCTION app.note_review();
CREATE TRIGGER status_first AFTER INSERT ON tasks REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION app.record_first_status();
CREATE TRIGGER status_history AFTER UPDATE OF status ON tasks FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION app.record_status();
CREATE TRIGGER sums_changed AFTER UPDATE ON tasks REFERENCING OLD TABLE AS before NEW TABLE AS given FOR EACH STATEMENT EXECUTE FUNCTION app.pass_up_changed_tasks();
CREATE TRIGGER sums_new AFTER INSERT ON tasks REFERENCING NEW TABLE AS given FOR EACH STATEMENT EXECUTE FUNCTION app.pass_up_new_tasks();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON tasks FOR EACH ROW WHEN (old.project_id IS DISTINCT FROM new.project_id OR old.parent_id IS DISTINCT FROM new.parent_id OR old.title IS DISTINCT FROM new.title OR old.description IS DISTINCT FROM new.description OR old.estimated_quantity IS DISTINCT FROM new.estimated_quantity OR old.units IS DISTINCT FROM new.units OR old.estimated_rate IS DISTINCT FROM new.estimated_rate OR old.tax_percentage IS DISTINCT FROM new.tax_percentage OR old.actual_quantity IS DISTINCT FROM new.actual_quantity OR old.actual_rate IS DISTINCT FROM new.actual_rate OR old.estimated_effort_hours IS DISTINCT FROM new.estimated_effort_hours OR old.actual_effort_hours IS DISTINCT FROM new.actual_effort_hours OR old.status IS DISTINCT FROM new.status OR old.task_type IS DISTINCT FROM new.task_type OR old.priority IS DISTINCT FROM new.priority OR old.given_start_date IS DISTINCT FROM new.given_start_date OR old.given_end_date IS DISTINCT FROM new.given_end_date OR old.actual_start_date IS DISTINCT FROM new.actual_start_date OR old.actual_end_date IS DISTINCT FROM new.actual_end_date OR old.progress IS DISTINCT FROM new.progress OR old.is_milestone IS DISTINCT FROM new.is_milestone OR old.is_billable IS DISTINCT FROM new.is_billable OR old.assigned_to IS DISTINCT FROM new.assigned_to OR old.completed_by IS DISTINCT FROM new.completed_by OR old.approved_by IS DISTINCT FROM new.approved_by OR old.approval_date IS DISTINCT FROM new.approval_date OR old.is_approved IS DISTINCT FROM new.is_approved OR old.rejection_reason IS DISTINCT FROM new.rejection_reason OR old.review_requested_by IS DISTINCT FROM new.review_requested_by OR old.review_requested_at IS DISTINCT FROM new.review_requested_at OR old.rejected_by IS DISTINCT FROM new.rejected_by OR old.rejected_at IS DISTINCT FROM new.rejected_at OR old.termination_reason IS DISTINCT FROM new.termination_reason OR old.comment IS DISTINCT FROM new.comment OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION app.audit_change('id', '{level,parent_level,position,id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by,parent_level,sub_tasks,open_sub_tasks,counted_sub_tasks,ended_sub_tasks,below_estimated_amount,below_actual_amount,below_estimated_hours,below_actual_hours,below_amount_progress,below_hours_progress,below_progress,below_given_start,below_given_end,below_actual_start,below_actual_end,above_id,estimated_amount,actual_amount,rolled_estimated_amount,rolled_actual_amount,rolled_estimated_hours,rolled_actual_hours,rolled_progress,rolled_given_start,rolled_given_end,rolled_actual_start,rolled_actual_end,below_amount_tasks,below_hours_tasks,below_progress_with_amount,below_progress_with_hours}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON tasks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_tasks();
CREATE TRIGGER z_audit_made AFTER INSERT ON tasks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_tasks();
alter table tasks enable row level security, force row level security;
create policy tenant on tasks for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table tenants (
  id uuid not null default uuidv7(),
  name text not null,
  subdomain text not null,
  schema_name text not null,
  kind text not null default 'CUSTOMER'::text,
  contact_email text,
  mobile_no text,
  whats_app_no text,
  status text not null default 'ACTIVE'::text,
  comment text,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  requires_second_factor boolean not null default false,
  is_sample boolean not null default false,
  sample_erased_at timestamp with time zone,
  time_zone text not null default 'Asia/Kolkata'::text,
  constraint tenants_pkey PRIMARY KEY (id),
  constraint "400 timeZone must be a time zone such as Asia/Kolkata" CHECK (app.is_time_zone(time_zone)),
  constraint "409 status The company of the operators stays active" CHECK (kind = 'CUSTOMER'::text OR status = 'ACTIVE'::text AND deleted_at IS NULL),
  constraint deleted_by_status CHECK ((status = 'DELETED'::text) = (deleted_at IS NOT NULL)),
  constraint sample_is_a_customer CHECK (NOT is_sample OR kind = 'CUSTOMER'::text AND sample_erased_at IS NULL),
  constraint tenants_kind_check CHECK (kind = ANY (ARRAY['OPERATOR'::text, 'CUSTOMER'::text])),
  constraint tenants_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  constraint tenants_schema_name_check CHECK (schema_name ~ '^[a-z_][a-z0-9_]{0,62}$'::text),
  constraint tenants_status_check CHECK (length(status) >= 1 AND length(status) <= 32),
  constraint tenants_subdomain_check CHECK (subdomain ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'::text)
);
CREATE UNIQUE INDEX "409 name is already used by another tenant" ON tenants USING btree (lower(name)) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX "409 schemaName is already used by another tenant" ON tenants USING btree (schema_name) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX "409 subdomain is already used by another tenant" ON tenants USING btree (lower(subdomain)) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX one_operator ON tenants USING btree (kind) WHERE kind = 'OPERATOR'::text;
CREATE TRIGGER a_deleted BEFORE INSERT OR UPDATE OF status, deleted_at ON tenants FOR EACH ROW EXECUTE FUNCTION app.keep_deleted_status();
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON tenants FOR EACH ROW EXECUTE FUNCTION app.stamp();
CREATE CONSTRAINT TRIGGER access_changed AFTER UPDATE OF status, deleted_at, kind, requires_second_factor, is_sample ON tenants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.count_access_change('id');
CREATE TRIGGER b_own_stays_own BEFORE UPDATE OF is_sample ON tenants FOR EACH ROW WHEN (new.is_sample AND NOT old.is_sample) EXECUTE FUNCTION app.refuse_becoming_sample();
CREATE TRIGGER deadlines_change AFTER UPDATE OF time_zone ON tenants FOR EACH ROW WHEN (new.time_zone <> old.time_zone) EXECUTE FUNCTION app.note_time_zone();
CREATE TRIGGER end_sessions AFTER UPDATE OF status, deleted_at ON tenants FOR EACH ROW WHEN (new.status <> 'ACTIVE'::text OR new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.end_sessions('suspended', 'id');
CREATE TRIGGER guard_policy BEFORE UPDATE OF requires_second_factor ON tenants FOR EACH ROW WHEN (old.requires_second_factor IS DISTINCT FROM new.requires_second_factor) EXECUTE FUNCTION app.guard_policy();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON tenants FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.subdomain IS DISTINCT FROM new.subdomain OR old.schema_name IS DISTINCT FROM new.schema_name OR old.kind IS DISTINCT FROM new.kind OR old.contact_email IS DISTINCT FROM new.contact_email OR old.mobile_no IS DISTINCT FROM new.mobile_no OR old.whats_app_no IS DISTINCT FROM new.whats_app_no OR old.status IS DISTINCT FROM new.status OR old.comment IS DISTINCT FROM new.comment OR old.deleted_at IS DISTINCT FROM new.deleted_at OR old.requires_second_factor IS DISTINCT FROM new.requires_second_factor) EXECUTE FUNCTION app.audit_change('id', '{is_sample,sample_erased_at,id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON tenants REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_tenants();
CREATE TRIGGER z_audit_made AFTER INSERT ON tenants REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_tenants();
alter table tenants enable row level security, force row level security;
create policy lookup on tenants for select to plinth_owner using (true);
create policy platform on tenants for select to plinth_platform using (true);
create policy tenant on tenants for all to public using (id = app.tenant_id()) with check (id = app.tenant_id());

create table user_passwords (
  tenant_id uuid not null default app.tenant_id(),
  user_id uuid not null,
  hash text not null,
  changed_at timestamp with time zone not null default now(),
  is_own boolean not null default false,
  constraint user_passwords_pkey PRIMARY KEY (tenant_id, user_id),
  constraint user_passwords_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id)
);
CREATE TRIGGER end_feeds AFTER UPDATE OF hash ON user_passwords FOR EACH ROW WHEN (old.hash <> new.hash) EXECUTE FUNCTION app.end_feeds();
CREATE TRIGGER forget_link AFTER UPDATE OF hash ON user_passwords FOR EACH ROW WHEN (old.hash <> new.hash) EXECUTE FUNCTION app.forget_password_link('user_id');
CREATE TRIGGER forget_pending AFTER UPDATE OF hash ON user_passwords FOR EACH ROW WHEN (old.hash <> new.hash) EXECUTE FUNCTION app.forget_pending();
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON user_passwords FOR EACH ROW EXECUTE FUNCTION app.guard_sign_in();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON user_passwords FOR EACH ROW WHEN (old.hash IS DISTINCT FROM new.hash OR old.is_own IS DISTINCT FROM new.is_own) EXECUTE FUNCTION app.audit_change('user_id', '{changed_at,user_id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{hash}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON user_passwords REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_user_passwords();
CREATE TRIGGER z_audit_made AFTER INSERT ON user_passwords REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_user_passwords();
alter table user_passwords enable row level security, force row level security;
create policy tenant on user_passwords for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table user_roles (
  tenant_id uuid not null default app.tenant_id(),
  user_id uuid not null,
  role_id uuid not null,
  granted_at timestamp with time zone not null default now(),
  granted_by uuid default app.user_id(),
  constraint "409 roleId This person already has this role." PRIMARY KEY (tenant_id, user_id, role_id),
  constraint user_roles_tenant_id_role_id_fkey FOREIGN KEY (tenant_id, role_id) REFERENCES roles(tenant_id, id),
  constraint user_roles_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id)
);
CREATE CONSTRAINT TRIGGER access_changed AFTER INSERT OR DELETE OR UPDATE ON user_roles DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.count_access_change('tenant_id');
CREATE TRIGGER administrator_after AFTER DELETE ON user_roles FOR EACH STATEMENT EXECUTE FUNCTION app.keep_administrator();
CREATE TRIGGER administrator_before BEFORE DELETE ON user_roles FOR EACH STATEMENT EXECUTE FUNCTION app.note_administrator();
CREATE TRIGGER guard BEFORE INSERT ON user_roles FOR EACH ROW EXECUTE FUNCTION app.guard_mapping();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON user_roles FOR EACH ROW WHEN (old.role_id IS DISTINCT FROM new.role_id) EXECUTE FUNCTION app.audit_change('user_id', '{granted_at,granted_by,user_id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{role_id}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON user_roles REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_user_roles();
CREATE TRIGGER z_audit_made AFTER INSERT ON user_roles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_user_roles();
alter table user_roles enable row level security, force row level security;
create policy platform on user_roles for select to plinth_platform using (true);
create policy tenant on user_roles for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table users (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  username text not null,
  email text,
  mobile_no text,
  designation text,
  is_active boolean not null default true,
  profile_image text,
  comment text,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  language text,
  constraint users_pkey PRIMARY KEY (tenant_id, id),
  constraint users_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint "400 email or mobile number is required" CHECK (email IS NOT NULL OR mobile_no IS NOT NULL),
  constraint users_language_check CHECK (language = ANY (ARRAY['en'::text, 'hi'::text])),
  constraint users_username_check CHECK (length(username) >= 1 AND length(username) <= 200)
);
CREATE UNIQUE INDEX "409 email is already used by another user" ON users USING btree (tenant_id, lower(email)) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX "409 mobileNo is already used by another user" ON users USING btree (tenant_id, mobile_no) WHERE deleted_at IS NULL;
CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON users FOR EACH ROW EXECUTE FUNCTION app.stamp('{language}', '{}');
CREATE CONSTRAINT TRIGGER access_changed AFTER UPDATE OF is_active, deleted_at ON users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.count_access_change('tenant_id');
CREATE TRIGGER administrator_after AFTER UPDATE OF is_active, deleted_at ON users FOR EACH STATEMENT EXECUTE FUNCTION app.keep_administrator();
CREATE TRIGGER administrator_before BEFORE UPDATE OF is_active, deleted_at ON users FOR EACH STATEMENT EXECUTE FUNCTION app.note_administrator();
CREATE TRIGGER deadlines_begin AFTER INSERT ON users REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_users();
CREATE TRIGGER deadlines_change AFTER UPDATE ON users REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.note_deadlines_of_users();
CREATE TRIGGER end_sessions AFTER UPDATE OF is_active, deleted_at ON users FOR EACH ROW WHEN (NOT new.is_active OR new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.end_sessions('deactivated', 'tenant_id');
CREATE TRIGGER forget_link AFTER UPDATE OF email, is_active, deleted_at ON users FOR EACH ROW WHEN (old.email IS DISTINCT FROM new.email OR NOT new.is_active OR new.deleted_at IS NOT NULL) EXECUTE FUNCTION app.forget_password_link('id');
CREATE TRIGGER guard BEFORE UPDATE OF email, mobile_no, is_active ON users FOR EACH ROW EXECUTE FUNCTION app.guard_sign_in();
CREATE TRIGGER guard_entry BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION app.guard_entry();
CREATE TRIGGER z_audit_changed AFTER UPDATE ON users FOR EACH ROW WHEN (old.username IS DISTINCT FROM new.username OR old.email IS DISTINCT FROM new.email OR old.mobile_no IS DISTINCT FROM new.mobile_no OR old.designation IS DISTINCT FROM new.designation OR old.is_active IS DISTINCT FROM new.is_active OR old.profile_image IS DISTINCT FROM new.profile_image OR old.comment IS DISTINCT FROM new.comment OR old.deleted_at IS DISTINCT FROM new.deleted_at OR old.language IS DISTINCT FROM new.language) EXECUTE FUNCTION app.audit_change('id', '{id,tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}', '{}', '{}');
CREATE TRIGGER z_audit_gone AFTER DELETE ON users REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_users();
CREATE TRIGGER z_audit_made AFTER INSERT ON users REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.audit_rows_of_users();
alter table users enable row level security, force row level security;
create policy platform on users for select to plinth_platform using (true);
create policy tenant on users for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create table watchers (
  tenant_id uuid not null default app.tenant_id(),
  record_type text not null,
  record_id uuid not null,
  user_id uuid not null default app.user_id(),
  since timestamp with time zone not null default clock_timestamp(),
  constraint watchers_pkey PRIMARY KEY (tenant_id, record_id, user_id),
  constraint watchers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint watchers_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id),
  constraint watchers_record_type_check CHECK (record_type = ANY (ARRAY['CONTRACT'::text, 'DEPOSIT'::text, 'INSTRUMENT'::text, 'FACILITY'::text, 'PLAN'::text, 'PROJECT'::text, 'TASK'::text, 'GENERAL_TASK'::text]))
);
CREATE TRIGGER room AFTER INSERT ON watchers FOR EACH ROW EXECUTE FUNCTION app.require_room_for_watcher();
alter table watchers enable row level security, force row level security;
create policy tenant on watchers for all to public using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());

create view app.administrators with (security_invoker=true) as
 SELECT u.tenant_id,
    u.id
   FROM users u
     JOIN user_roles ur ON ur.tenant_id = u.tenant_id AND ur.user_id = u.id
     JOIN roles r ON r.tenant_id = ur.tenant_id AND r.id = ur.role_id AND r.deleted_at IS NULL
     JOIN role_permissions p ON p.tenant_id = ur.tenant_id AND p.role_id = ur.role_id
     JOIN modules m ON m.id = p.module_id
  WHERE u.is_active AND u.deleted_at IS NULL
  GROUP BY u.tenant_id, u.id
 HAVING bool_or(m.key = 'User'::text AND p.can_edit) AND bool_or(m.key = 'Role'::text AND p.can_edit) AND bool_or(m.key = 'UserRoleMapping'::text AND p.can_create);

create view app.company_settings_in_force with (security_invoker=true) as
 SELECT t.id AS tenant_id,
    COALESCE(s.weekly_off, '{7}'::integer[]) AS weekly_off,
    COALESCE(s.saturdays_off, '{2,4}'::integer[]) AS saturdays_off,
    COALESCE(s.day_starts_at, 7) AS day_starts_at,
    COALESCE(s.day_ends_at, 21) AS day_ends_at
   FROM tenants t
     LEFT JOIN company_settings s ON s.tenant_id = t.id AND s.deleted_at IS NULL;

create view app.computed_deposit_states with (security_invoker=true) as
 SELECT d.tenant_id,
    d.id AS deposit_id,
    c.status AS contract_status,
    r.office_id,
    ARRAY[d.owner_id, ( SELECT t.owner_id
           FROM contract_terms t
          WHERE t.tenant_id = d.tenant_id AND t.contract_id = d.contract_id AND t.deleted_at IS NULL), d.created_by] AS owners,
    r.is_open,
    r.due_on,
    r.limitation_on,
    r.next_step,
    r.next_on,
        CASE
            WHEN c.status = ANY (ARRAY['REJECTED'::text, 'CANCELLED'::text]) THEN COALESCE(c.result_date, contract.since)
            WHEN c.status = ANY (ARRAY['COMPLETED'::text, 'CLOSED'::text, 'TERMINATED'::text]) THEN COALESCE(c.actual_end_date, contract.since)
            ELSE NULL::date
        END AS over_since,
    deposit.since AS status_since
   FROM security_deposits d
     CROSS JOIN LATERAL ( SELECT c_1.tenant_id,
            c_1.id,
            c_1.status,
            c_1.result_date,
            c_1.actual_end_date
           FROM contracts c_1
          WHERE c_1.tenant_id = d.tenant_id AND c_1.id = d.contract_id
         OFFSET 0) c
     CROSS JOIN LATERAL ( SELECT r_1.office_id,
            r_1.is_open,
            r_1.due_on,
            r_1.limitation_on,
            r_1.next_step,
            r_1.next_on
           FROM app.deposit_releases r_1
          WHERE r_1.tenant_id = d.tenant_id AND r_1.deposit_id = d.id
         OFFSET 0) r
     CROSS JOIN LATERAL ( SELECT (max(h.changed_at) AT TIME ZONE app.time_zone())::date AS since
           FROM status_changes h
          WHERE h.tenant_id = c.tenant_id AND h.record_type = 'contracts'::text AND h.record_id = c.id) contract
     CROSS JOIN LATERAL ( SELECT (max(h.changed_at) AT TIME ZONE app.time_zone())::date AS since
           FROM status_changes h
          WHERE h.tenant_id = d.tenant_id AND h.record_type = 'security_deposits'::text AND h.record_id = d.id) deposit
  WHERE d.deleted_at IS NULL;

create view app.contract_deadlines with (security_invoker=true) as
 SELECT c.tenant_id,
    c.id AS record_id,
    k.kind,
    k.due_on,
    NULL::date AS open_from,
    NULL::date AS open_until,
    ARRAY[t.owner_id, c.created_by] AS owners
   FROM contracts c
     LEFT JOIN contract_terms t ON t.tenant_id = c.tenant_id AND t.contract_id = c.id AND t.deleted_at IS NULL
     CROSS JOIN LATERAL ( VALUES ('TENDER_CLOSES'::text,
                CASE
                    WHEN c.status = 'DRAFT'::text THEN c.closing_date
                    ELSE NULL::date
                END), ('TENDER_RESULT'::text,
                CASE
                    WHEN c.status = 'SUBMITTED'::text THEN c.result_date
                    ELSE NULL::date
                END), ('BID_VALIDITY_ENDS'::text,
                CASE
                    WHEN c.status = 'SUBMITTED'::text THEN app.bid_ends(t.bid_valid_until, c.closing_date, t.bid_validity_days)
                    ELSE NULL::date
                END), ('SECURITY_TO_LODGE'::text,
                CASE
                    WHEN (c.status = ANY (ARRAY['AWARDED'::text, 'ACCEPTED'::text])) AND NOT (EXISTS ( SELECT
                       FROM security_deposits d
                      WHERE d.tenant_id = c.tenant_id AND d.contract_id = c.id AND d.purpose = 'PERFORMANCE_SECURITY'::text AND d.deleted_at IS NULL AND (d.status <> ALL (ARRAY['DRAFT'::text, 'REJECTED'::text, 'CANCELLED'::text])))) THEN c.awarded_date + t.ps_days
                    ELSE NULL::date
                END), ('AGREEMENT_TO_SIGN'::text,
                CASE
                    WHEN (c.status = ANY (ARRAY['AWARDED'::text, 'ACCEPTED'::text])) AND c.agreement_date IS NULL THEN c.awarded_date + t.agreement_days
                    ELSE NULL::date
                END), ('COMPLETION'::text,
                CASE
                    WHEN (c.status = ANY (ARRAY['WORK_ORDER_ISSUED'::text, 'MOBILIZED'::text, 'WORK_IN_PROGRESS'::text, 'ON_HOLD'::text, 'RESUMED'::text])) AND c.actual_end_date IS NULL AND NOT (EXISTS ( SELECT
                       FROM projects p
                      WHERE p.tenant_id = c.tenant_id AND p.contract_id = c.id AND p.deleted_at IS NULL)) THEN c.given_end_date
                    ELSE NULL::date
                END), ('DEFECT_PERIOD_ENDS'::text,
                CASE
                    WHEN t.id IS NOT NULL AND (EXISTS ( SELECT
                       FROM security_deposits d
                      WHERE d.tenant_id = c.tenant_id AND d.contract_id = c.id AND d.deleted_at IS NULL AND (d.status <> ALL (ARRAY['DRAFT'::text, 'REJECTED'::text, 'CANCELLED'::text])) AND d.open_amount > 0::numeric)) THEN app.liability_ends(t.dlp_ends_on, COALESCE(t.completed_on, c.actual_end_date), t.dlp_months)
                    ELSE NULL::date
                END)) k(kind, due_on)
  WHERE c.deleted_at IS NULL AND k.due_on IS NOT NULL;

create view app.deposit_deadlines with (security_invoker=true) as
 SELECT s.tenant_id,
    s.deposit_id AS record_id,
    k.kind,
    k.due_on,
    k.open_from,
    k.open_until,
    s.owners
   FROM deposit_states s
     CROSS JOIN LATERAL ( VALUES ('REFUND_DUE'::text,
                CASE
                    WHEN s.next_step = 'ASK'::text THEN s.due_on
                    ELSE NULL::date
                END,NULL::date,s.due_on - 1), ('REFUND_STEP'::text,
                CASE
                    WHEN s.next_step <> 'WAIT'::text THEN s.next_on
                    ELSE NULL::date
                END,
                CASE
                    WHEN s.next_step = 'ASK'::text THEN s.due_on
                    ELSE NULL::date
                END,NULL::date), ('CLAIM_TIME_BARRED'::text,s.limitation_on,NULL::date,NULL::date)) k(kind, due_on, open_from, open_until)
  WHERE s.is_open AND k.due_on IS NOT NULL;

create view app.deposit_dues with (security_invoker=true) as
 SELECT d.tenant_id,
    d.id AS deposit_id,
    COALESCE(d.office_id, c.office_id) AS office_id,
    ( SELECT u.id
           FROM ( VALUES (1,d.owner_id), (2,t.owner_id), (3,d.created_by)) named(place, id)
             JOIN users u ON u.tenant_id = d.tenant_id AND u.id = named.id AND u.deleted_at IS NULL AND u.is_active
          ORDER BY named.place
         LIMIT 1) AS owner_id,
    going.basis,
    going.days,
    going.rule_id,
    going.outcome,
    going.source,
    going.is_sure,
    since.on_day AS basis_on,
    due.on_day AS due_on,
    due.expected_on,
    (GREATEST(due.on_day, d.acknowledged_on) + make_interval(years => s.limitation_years))::date AS limitation_on,
    d.deleted_at IS NULL AND (d.status <> ALL (ARRAY['DRAFT'::text, 'REJECTED'::text, 'CANCELLED'::text])) AND d.open_amount > 0::numeric AS is_open
   FROM security_deposits d
     CROSS JOIN LATERAL ( SELECT c_1.office_id,
            c_1.status,
            c_1.result_date,
            c_1.awarded_date,
            c_1.agreement_date,
            c_1.given_end_date,
            c_1.actual_end_date
           FROM contracts c_1
          WHERE c_1.tenant_id = d.tenant_id AND c_1.id = d.contract_id
         OFFSET 0) c
     LEFT JOIN LATERAL ( SELECT t_1.owner_id,
            t_1.completed_on,
            t_1.dlp_ends_on,
            t_1.dlp_months,
            t_1.final_bill_on
           FROM contract_terms t_1
          WHERE t_1.tenant_id = d.tenant_id AND t_1.contract_id = d.contract_id AND t_1.deleted_at IS NULL
         OFFSET 0) t ON true
     JOIN app.deposit_settings_in_force s ON s.tenant_id = d.tenant_id
     LEFT JOIN release_rules own ON own.tenant_id = d.tenant_id AND own.purpose = d.purpose AND own.deleted_at IS NULL AND own.outcome =
        CASE
            WHEN c.status = ANY (ARRAY['REJECTED'::text, 'CANCELLED'::text]) THEN 'NOT_WON'::text
            WHEN app.was_awarded(c.status, c.awarded_date) THEN 'WON'::text
            ELSE NULL::text
        END
     LEFT JOIN release_rules common ON common.tenant_id = d.tenant_id AND common.purpose = d.purpose AND common.outcome = 'ANY'::text AND common.deleted_at IS NULL
     CROSS JOIN LATERAL ( SELECT COALESCE(d.release_basis, own.basis, common.basis) AS basis,
                CASE
                    WHEN d.release_basis IS NOT NULL THEN COALESCE(d.release_days, 0)
                    ELSE COALESCE(own.days, common.days)
                END AS days,
                CASE
                    WHEN d.release_basis IS NULL THEN COALESCE(own.id, common.id)
                    ELSE NULL::uuid
                END AS rule_id,
                CASE
                    WHEN d.release_basis IS NULL THEN COALESCE(own.outcome, common.outcome)
                    ELSE NULL::text
                END AS outcome,
                CASE
                    WHEN d.release_basis IS NULL THEN
                    CASE
                        WHEN own.id IS NULL THEN common.source
                        ELSE own.source
                    END
                    ELSE NULL::text
                END AS source,
                CASE
                    WHEN d.release_basis IS NULL THEN COALESCE(own.is_sure, common.is_sure)
                    ELSE NULL::boolean
                END AS is_sure) going
     CROSS JOIN LATERAL ( SELECT COALESCE(t.completed_on, c.actual_end_date) AS on_day) completed
     CROSS JOIN LATERAL ( SELECT
                CASE going.basis
                    WHEN 'RESULT'::text THEN c.result_date
                    WHEN 'AWARD'::text THEN c.awarded_date
                    WHEN 'SECURITY_LODGED'::text THEN ( SELECT min(l.deposit_submitted_date) AS min
                       FROM security_deposits l
                      WHERE l.tenant_id = d.tenant_id AND l.contract_id = d.contract_id AND l.purpose = 'PERFORMANCE_SECURITY'::text AND l.deleted_at IS NULL AND (l.status <> ALL (ARRAY['DRAFT'::text, 'REJECTED'::text, 'CANCELLED'::text])))
                    WHEN 'AGREEMENT'::text THEN c.agreement_date
                    WHEN 'COMPLETION'::text THEN completed.on_day
                    WHEN 'DLP_END'::text THEN app.liability_ends(t.dlp_ends_on, completed.on_day, t.dlp_months)
                    WHEN 'FINAL_BILL'::text THEN t.final_bill_on
                    WHEN 'FIXED'::text THEN d.fixed_due_on
                    ELSE NULL::date
                END AS on_day) since
     CROSS JOIN LATERAL ( SELECT since.on_day +
                CASE
                    WHEN going.basis = 'FIXED'::text THEN 0
                    ELSE going.days
                END AS on_day,
                CASE
                    WHEN since.on_day IS NULL THEN
                    CASE
                        WHEN going.basis IS NULL AND (c.status = ANY (ARRAY['DRAFT'::text, 'SUBMITTED'::text])) THEN c.result_date
                        WHEN going.basis = 'COMPLETION'::text THEN c.given_end_date + going.days
                        WHEN going.basis = 'DLP_END'::text THEN app.liability_ends(NULL::date, c.given_end_date, t.dlp_months) + going.days
                        ELSE NULL::date
                    END
                    ELSE NULL::date
                END AS expected_on) due;

create view app.deposit_releases with (security_invoker=true) as
 SELECT due.tenant_id,
    due.deposit_id,
    due.office_id,
    due.owner_id,
    due.basis,
    due.days,
    due.rule_id,
    due.outcome,
    due.source,
    due.is_sure,
    due.basis_on,
    due.due_on,
    due.expected_on,
    due.limitation_on,
    due.is_open,
    asked.request_id,
    asked.number AS request_number,
    asked.sent_on AS asked_on,
    contact.on_day AS last_contact_on,
    contact.times AS contacts,
    next.step AS next_step,
    next.on_day AS next_on
   FROM app.deposit_dues due
     CROSS JOIN LATERAL ( SELECT d_1.tenant_id,
            d_1.id,
            d_1.own_next_on,
            d_1.disputed_on,
            d_1.deposit_submitted_date,
            d_1.created_at
           FROM security_deposits d_1
          WHERE d_1.tenant_id = due.tenant_id AND d_1.id = due.deposit_id
         OFFSET 0) d
     JOIN app.deposit_settings_in_force s ON s.tenant_id = d.tenant_id
     CROSS JOIN LATERAL ( SELECT (array_agg(r.id ORDER BY r.sent_on DESC, r.id DESC))[1] AS request_id,
            (array_agg(r.number ORDER BY r.sent_on DESC, r.id DESC))[1] AS number,
            min(r.sent_on) AS first_sent_on,
            max(r.sent_on) AS sent_on,
            count(*)::integer AS times
           FROM refund_request_items i
             CROSS JOIN LATERAL ( SELECT r_1.id,
                    r_1.number,
                    r_1.sent_on,
                    r_1.state,
                    r_1.deleted_at
                   FROM refund_requests r_1
                  WHERE r_1.tenant_id = i.tenant_id AND r_1.id = i.request_id
                 OFFSET 0) r
          WHERE i.tenant_id = d.tenant_id AND i.deposit_id = d.id AND i.deleted_at IS NULL AND r.deleted_at IS NULL AND (r.state = ANY (ARRAY['SENT'::text, 'ANSWERED'::text]))) asked
     CROSS JOIN LATERAL ( SELECT max(n.happened_on) AS on_day,
            count(*) FILTER (WHERE n.happened_on >= asked.first_sent_on)::integer AS times
           FROM notes n
          WHERE n.tenant_id = d.tenant_id AND n.record_id = d.id AND n.deleted_at IS NULL AND (n.kind = ANY (ARRAY['CALL'::text, 'VISIT'::text, 'LETTER'::text]))) told
     CROSS JOIN LATERAL ( SELECT GREATEST(asked.sent_on, told.on_day) AS on_day,
            asked.times + told.times AS times) contact
     CROSS JOIN LATERAL ( SELECT max(b.settled_on) AS on_day
           FROM deposit_settlements b
          WHERE b.tenant_id = d.tenant_id AND b.deposit_id = d.id AND b.cancelled_at IS NULL) settled
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN NOT due.is_open THEN NULL::text
                    WHEN d.own_next_on IS NOT NULL THEN 'OWN'::text
                    WHEN d.disputed_on IS NOT NULL THEN 'DISPUTE'::text
                    WHEN settled.on_day > COALESCE(contact.on_day, '-infinity'::date) THEN 'SHORTFALL'::text
                    WHEN asked.request_id IS NOT NULL THEN 'FOLLOW_UP'::text
                    WHEN due.due_on IS NOT NULL THEN 'ASK'::text
                    WHEN due.expected_on IS NOT NULL THEN 'WAIT'::text
                    ELSE 'SET_DUE'::text
                END AS step) chosen
     CROSS JOIN LATERAL ( SELECT chosen.step,
                CASE chosen.step
                    WHEN 'OWN'::text THEN d.own_next_on
                    WHEN 'DISPUTE'::text THEN GREATEST(contact.on_day, d.disputed_on) + 30
                    WHEN 'SHORTFALL'::text THEN settled.on_day + 3
                    WHEN 'FOLLOW_UP'::text THEN contact.on_day + s.follow_up_days[LEAST(contact.times, cardinality(s.follow_up_days))]
                    WHEN 'ASK'::text THEN due.due_on
                    WHEN 'WAIT'::text THEN due.expected_on
                    WHEN 'SET_DUE'::text THEN COALESCE(d.deposit_submitted_date, (d.created_at AT TIME ZONE app.time_zone())::date) + 7
                    ELSE NULL::date
                END AS on_day) next;

create view app.deposit_settings_in_force with (security_invoker=true) as
 SELECT t.id AS tenant_id,
    COALESCE(s.follow_up_days, '{15,15,30}'::integer[]) AS follow_up_days,
    COALESCE(s.limitation_years, 3) AS limitation_years,
    COALESCE(s.interest_percent, 12::numeric) AS interest_percent,
    COALESCE(s.request_prefix, 'RR'::text) AS request_prefix
   FROM tenants t
     LEFT JOIN deposit_settings s ON s.tenant_id = t.id AND s.deleted_at IS NULL;

create view app.document_deadlines with (security_invoker=true) as
 SELECT d.tenant_id,
    d.id AS record_id,
    k.kind,
    k.due_on,
    NULL::date AS open_from,
    NULL::date AS open_until,
    ARRAY[d.created_by] AS owners
   FROM documents d
     CROSS JOIN LATERAL ( VALUES ('CONTRACT_DOCUMENT_EXPIRES'::text,
                CASE
                    WHEN d.entity_type = ANY (ARRAY['CONTRACT'::text, 'REFUND_REQUEST'::text]) THEN d.valid_until
                    ELSE NULL::date
                END), ('PROJECT_DOCUMENT_EXPIRES'::text,
                CASE
                    WHEN d.entity_type = 'PROJECT'::text THEN d.valid_until
                    ELSE NULL::date
                END), ('TASK_DOCUMENT_EXPIRES'::text,
                CASE
                    WHEN d.entity_type = 'TASK'::text THEN d.valid_until
                    ELSE NULL::date
                END), ('VEHICLE_DOCUMENT_EXPIRES'::text,
                CASE
                    WHEN d.entity_type = 'VEHICLE'::text THEN d.valid_until
                    ELSE NULL::date
                END), ('INSURANCE_DOCUMENT_EXPIRES'::text,
                CASE
                    WHEN d.entity_type = 'VEHICLE_INSURANCE'::text THEN d.valid_until
                    ELSE NULL::date
                END), ('PAYMENT_DOCUMENT_EXPIRES'::text,
                CASE
                    WHEN d.entity_type = 'PAYMENT'::text THEN d.valid_until
                    ELSE NULL::date
                END)) k(kind, due_on)
  WHERE d.deleted_at IS NULL AND k.due_on IS NOT NULL;

create view app.exemption_deadlines with (security_invoker=true) as
 SELECT e.tenant_id,
    e.id AS record_id,
    'EXEMPTION_EXPIRES'::text AS kind,
    e.valid_until AS due_on,
    NULL::date AS open_from,
    NULL::date AS open_until,
    ARRAY[e.created_by, t.owner_id, c.created_by] AS owners
   FROM deposit_exemptions e
     JOIN contracts c ON c.tenant_id = e.tenant_id AND c.id = e.contract_id AND c.deleted_at IS NULL
     LEFT JOIN contract_terms t ON t.tenant_id = c.tenant_id AND t.contract_id = c.id AND t.deleted_at IS NULL
  WHERE e.deleted_at IS NULL AND e.valid_until IS NOT NULL AND app.exemption_is_needed(e.state, e.purpose, c.status);

create view app.facility_deadlines with (security_invoker=true) as
 SELECT tenant_id,
    id AS record_id,
    'FACILITY_REVIEW'::text AS kind,
    review_on AS due_on,
    NULL::date AS open_from,
    NULL::date AS open_until,
    ARRAY[created_by] AS owners
   FROM bank_facilities f
  WHERE deleted_at IS NULL AND is_active AND review_on IS NOT NULL;

create view app.general_task_deadlines with (security_invoker=true) as
 SELECT tenant_id,
    id AS record_id,
    'GENERAL_TASK_DUE'::text AS kind,
    due_on,
    NULL::date AS open_from,
    NULL::date AS open_until,
    ARRAY[assignee_id] AS owners
   FROM general_tasks g
  WHERE deleted_at IS NULL AND (state = ANY (ARRAY['OPEN'::text, 'DOING'::text])) AND due_on IS NOT NULL;

create view app.guarantee_shortfalls with (security_invoker=true) as
 SELECT i.tenant_id,
    i.id AS instrument_id,
    i.expires_on,
    asked.completes_on,
    asked.needed_until
   FROM instruments i
     CROSS JOIN LATERAL ( SELECT work.completes_on,
            work.completes_on + COALESCE(t.ps_valid_beyond_days, 60) AS needed_until
           FROM security_deposits d
             JOIN contracts c ON c.tenant_id = d.tenant_id AND c.id = d.contract_id AND c.deleted_at IS NULL AND (c.status <> ALL (ARRAY['REJECTED'::text, 'CANCELLED'::text, 'TERMINATED'::text, 'CLOSED'::text]))
             LEFT JOIN contract_terms t ON t.tenant_id = c.tenant_id AND t.contract_id = c.id AND t.deleted_at IS NULL
             LEFT JOIN projects p ON p.tenant_id = c.tenant_id AND p.contract_id = c.id AND p.deleted_at IS NULL
             CROSS JOIN LATERAL ( SELECT COALESCE(t.completed_on, c.actual_end_date, p.extension_date, p.given_end_date, c.given_end_date) AS completes_on) work
          WHERE d.tenant_id = i.tenant_id AND d.instrument_id = i.id AND d.deleted_at IS NULL AND (d.purpose = ANY (ARRAY['PERFORMANCE_SECURITY'::text, 'ADDITIONAL_SECURITY'::text])) AND (d.status <> ALL (ARRAY['DRAFT'::text, 'REJECTED'::text, 'CANCELLED'::text])) AND d.open_amount > 0::numeric AND work.completes_on IS NOT NULL
          ORDER BY (work.completes_on + COALESCE(t.ps_valid_beyond_days, 60)) DESC
         LIMIT 1) asked
  WHERE i.deleted_at IS NULL AND (i.state = ANY (ARRAY['ISSUED'::text, 'LODGED'::text, 'CLAIMED'::text])) AND i.expires_on < asked.needed_until;

create view app.guarantees_too_short with (security_invoker=true) as
 SELECT tenant_id,
    instrument_id,
    expires_on,
    completes_on,
    needed_until
   FROM app.guarantee_shortfalls
  WHERE needed_until >= app.today();

create view app.instrument_deadlines with (security_invoker=true) as
 SELECT i.tenant_id,
    i.id AS record_id,
    k.kind,
    k.due_on,
    NULL::date AS open_from,
    k.open_until,
    COALESCE(( SELECT ARRAY[d.owner_id, ( SELECT t.owner_id
                   FROM contract_terms t
                  WHERE t.tenant_id = d.tenant_id AND t.contract_id = d.contract_id AND t.deleted_at IS NULL), d.created_by] AS "array"
           FROM security_deposits d
          WHERE d.tenant_id = i.tenant_id AND d.instrument_id = i.id AND d.deleted_at IS NULL
          ORDER BY d.created_at, d.id
         LIMIT 1), '{}'::uuid[]) || i.created_by AS owners
   FROM instruments i
     LEFT JOIN app.guarantee_shortfalls short ON short.tenant_id = i.tenant_id AND short.instrument_id = i.id
     CROSS JOIN LATERAL ( VALUES ('GUARANTEE_EXPIRES'::text,
                CASE
                    WHEN i.state = ANY (ARRAY['ISSUED'::text, 'LODGED'::text]) THEN i.expires_on
                    ELSE NULL::date
                END,i.expires_on), ('GUARANTEE_CLAIMED'::text,
                CASE
                    WHEN i.state = 'CLAIMED'::text THEN ( SELECT max(e.happened_on) FILTER (WHERE e.kind = ANY (ARRAY['CLAIM_LODGED'::text, 'EXTEND_OR_PAY'::text, 'STAY_VACATED'::text])) + 1
                       FROM instrument_events e
                      WHERE e.tenant_id = i.tenant_id AND e.instrument_id = i.id
                     HAVING max(e.id::text) FILTER (WHERE e.kind = 'STAYED'::text) IS NULL OR max(e.id::text) FILTER (WHERE e.kind = 'STAYED'::text) < max(e.id::text) FILTER (WHERE e.kind = ANY (ARRAY['CLAIM_LODGED'::text, 'EXTEND_OR_PAY'::text, 'STAY_VACATED'::text])))
                    ELSE NULL::date
                END,NULL::date), ('GUARANTEE_TO_DISCHARGE'::text,
                CASE
                    WHEN i.expires_on IS NOT NULL AND (i.state = ANY (ARRAY['LODGED'::text, 'RETURNED'::text])) THEN COALESCE(i.claim_until, i.expires_on) + 1
                    ELSE NULL::date
                END,NULL::date), ('RECEIPT_MATURES'::text,
                CASE
                    WHEN i.state = ANY (ARRAY['ISSUED'::text, 'LODGED'::text]) THEN i.matures_on
                    ELSE NULL::date
                END,NULL::date), ('DRAFT_GOES_STALE'::text,
                CASE
                    WHEN i.state = ANY (ARRAY['ISSUED'::text, 'LODGED'::text]) THEN i.stale_on
                    ELSE NULL::date
                END,NULL::date), ('GUARANTEE_TOO_SHORT'::text,short.expires_on - 30,short.needed_until)) k(kind, due_on, open_until)
  WHERE i.deleted_at IS NULL AND k.due_on IS NOT NULL;

create view app.notification_settings_in_force with (security_invoker=true) as
 SELECT u.tenant_id,
    u.id AS user_id,
    COALESCE(n.digest, true) AS digest,
    COALESCE(n.digest_hour, 8) AS digest_hour,
    COALESCE(n.free_days, false) AS free_days,
    COALESCE(n.at_once, true) AS at_once,
    COALESCE(n.muted_kinds, '{}'::text[]) AS muted_kinds
   FROM users u
     LEFT JOIN notification_settings n ON n.tenant_id = u.tenant_id AND n.user_id = u.id;

create view app.open_deadlines with (security_invoker=true) as
 SELECT tenant_id,
    kind,
    record_type,
    record_id,
    due_on,
    act_by,
    open_until,
    owner_id
   FROM deadlines d
  WHERE COALESCE(open_from <= (( SELECT app.today() AS today)), true) AND COALESCE(open_until >= (( SELECT app.today() AS today)), true);

create view app.plan_deadlines with (security_invoker=true) as
 SELECT p.tenant_id,
    p.id AS record_id,
    'GUARANTEE_NEEDED'::text AS kind,
    p.needed_on AS due_on,
    NULL::date AS open_from,
    p.until_on AS open_until,
    ARRAY[p.created_by] AS owners
   FROM bg_plans p
     JOIN contracts c ON c.tenant_id = p.tenant_id AND c.id = p.contract_id AND c.deleted_at IS NULL
  WHERE p.deleted_at IS NULL AND p.state = 'PLANNED'::text AND (c.status <> ALL (ARRAY['REJECTED'::text, 'CANCELLED'::text]));

create view app.project_deadlines with (security_invoker=true) as
 SELECT tenant_id,
    id AS record_id,
    'PROJECT_ENDS'::text AS kind,
    COALESCE(extension_date, given_end_date) AS due_on,
    NULL::date AS open_from,
    NULL::date AS open_until,
    ARRAY[created_by] AS owners
   FROM projects p
  WHERE deleted_at IS NULL AND (status <> ALL (ARRAY['COMPLETED'::text, 'TERMINATED'::text, 'CANCELLED'::text])) AND COALESCE(extension_date, given_end_date) IS NOT NULL;

create view app.role_flags with (security_invoker=true) as
 SELECT p.tenant_id,
    p.role_id,
    m.id AS module_id,
    m.name AS module_name,
    m.platform,
    held.flag
   FROM role_permissions p
     JOIN modules m ON m.id = p.module_id AND m.deleted_at IS NULL
     CROSS JOIN LATERAL ( VALUES ('canCreate'::text,p.can_create), ('canView'::text,p.can_view), ('canEdit'::text,p.can_edit), ('canDelete'::text,p.can_delete), ('canReport'::text,p.can_report)) held(flag, yes)
  WHERE held.yes;

create view app.task_deadlines with (security_invoker=true) as
 SELECT t.tenant_id,
    t.id AS record_id,
    k.kind,
    k.due_on,
    NULL::date AS open_from,
    NULL::date AS open_until,
    k.owners
   FROM tasks t
     JOIN projects p ON p.tenant_id = t.tenant_id AND p.id = t.project_id AND p.deleted_at IS NULL
     CROSS JOIN LATERAL ( VALUES ('TASK_DUE'::text,
                CASE
                    WHEN t.sub_tasks = 0 AND (t.status <> ALL (ARRAY['COMPLETED'::text, 'APPROVED'::text, 'TERMINATED'::text, 'CANCELLED'::text])) THEN t.given_end_date
                    ELSE NULL::date
                END,ARRAY[t.assigned_to, p.created_by]), ('REVIEW_WAITING'::text,
                CASE
                    WHEN t.status = 'UNDER_REVIEW'::text THEN (t.review_requested_at AT TIME ZONE app.time_zone())::date + 2
                    ELSE NULL::date
                END,ARRAY[p.created_by])) k(kind, due_on, owners)
  WHERE t.deleted_at IS NULL AND k.due_on IS NOT NULL;

create view app.usable_modules with (security_invoker=true) as
 SELECT id,
    key,
    name,
    description,
    status
   FROM modules m
  WHERE deleted_at IS NULL AND (NOT platform OR (EXISTS ( SELECT
           FROM tenants t
          WHERE t.id = app.tenant_id() AND t.kind = 'OPERATOR'::text)));

CREATE OR REPLACE FUNCTION app.act_by(kind text, due date, before date, after date, bank_before date, bank_after date)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE app.acts_of(kind) WHEN 'before'::text THEN before WHEN 'after'::text THEN after WHEN 'bank before'::text THEN bank_before WHEN 'bank after'::text THEN bank_after ELSE due END;

CREATE OR REPLACE FUNCTION app.act_days(first date, last date)
 RETURNS TABLE(day date, before date, after date, bank_before date, bank_after date)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 WITH days AS (
          SELECT d.day,
             app.is_working(d.day, s.weekly_off, s.saturdays_off, h.closed) AS is_working,
             app.is_banking(d.day, h.closed) AS is_banking
            FROM ((( SELECT ((act_days.first - 40) + n.n) AS day
                    FROM generate_series(0, ((act_days.last - act_days.first) + 80)) n(n)) d
              JOIN app.company_settings_in_force s ON ((s.tenant_id = app.tenant_id())))
              LEFT JOIN holidays h ON (((h.tenant_id = s.tenant_id) AND (h.on_day = d.day) AND (h.deleted_at IS NULL))))
         )
  SELECT near.day,
         CASE
             WHEN ((near.day - near.before) <= 40) THEN near.before
             ELSE near.day
         END AS day,
         CASE
             WHEN ((near.after - near.day) <= 40) THEN near.after
             ELSE near.day
         END AS day,
         CASE
             WHEN ((near.day - near.bank_before) <= 40) THEN near.bank_before
             ELSE near.day
         END AS day,
         CASE
             WHEN ((near.bank_after - near.day) <= 40) THEN near.bank_after
             ELSE near.day
         END AS day
    FROM ( SELECT days.day,
             max(days.day) FILTER (WHERE days.is_working) OVER upward AS before,
             min(days.day) FILTER (WHERE days.is_working) OVER downward AS after,
             max(days.day) FILTER (WHERE days.is_banking) OVER upward AS bank_before,
             min(days.day) FILTER (WHERE days.is_banking) OVER downward AS bank_after
            FROM days
           WINDOW upward AS (ORDER BY days.day), downward AS (ORDER BY days.day DESC)) near
   WHERE ((near.day >= act_days.first) AND (near.day <= act_days.last));
END;

CREATE OR REPLACE FUNCTION app.acts_of(kind text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((kind = ANY (ARRAY['TENDER_CLOSES'::text, 'BID_VALIDITY_ENDS'::text, 'SECURITY_TO_LODGE'::text, 'AGREEMENT_TO_SIGN'::text, 'CLAIM_TIME_BARRED'::text, 'EXEMPTION_EXPIRES'::text])) OR (kind ~~ '%_DOCUMENT_EXPIRES'::text)) THEN 'before'::text WHEN (kind = ANY (ARRAY['REFUND_DUE'::text, 'REFUND_STEP'::text])) THEN 'after'::text WHEN (kind = ANY (ARRAY['GUARANTEE_EXPIRES'::text, 'GUARANTEE_CLAIMED'::text, 'GUARANTEE_TOO_SHORT'::text, 'RECEIPT_MATURES'::text, 'DRAFT_GOES_STALE'::text, 'GUARANTEE_NEEDED'::text, 'FACILITY_REVIEW'::text])) THEN 'bank before'::text WHEN (kind = 'GUARANTEE_TO_DISCHARGE'::text) THEN 'bank after'::text ELSE 'same'::text END;

CREATE OR REPLACE FUNCTION app.add_letters_to_banks()
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into letter_templates (kind, language, name, is_default, subject, body, enclosures) values
    ('EXTENSION_TO_BANK', 'en', 'Extension of a guarantee', true,
      $$Extension of {instrumentKind} No. {instrumentNo} for {amount} until {askedUntil}$$,
      $$Ref.: {instrumentKind} No. {instrumentNo} dated {issuedOn}

We refer to the above guarantee for {amount} ({amountInWords}), which you have issued on our behalf in favour of {favouring}, for the following work:

{contractName}

The guarantee is valid until {expiresOn}, and claims under it may be lodged until {claimUntil}. It is required beyond its present validity.

We therefore request you to kindly extend its validity until {askedUntil}, and the claim period correspondingly, all other terms and conditions remaining unchanged, and to issue the letter of extension to the beneficiary, with a copy to us, well before {expiresOn}.

Your charges for the extension may be debited to our account. For the extended period you may continue to hold {security}.

Thanking you and assuring you of our best services always.$$,
      'Copy of the guarantee'),
    ('DISCHARGE_TO_BANK', 'en', 'Discharge of a guarantee', true,
      $$Discharge of {instrumentKind} No. {instrumentNo} for {amount}$$,
      $$Ref.: {instrumentKind} No. {instrumentNo} dated {issuedOn}

We refer to the above guarantee for {amount} ({amountInWords}), which you had issued on our behalf in favour of {favouring}. It was valid until {expiresOn}, and claims under it could be lodged until {claimUntil}.

{ground}

We therefore request you to kindly discharge and cancel the guarantee in your books, to restore our limit to that extent, and to release {security}.

Kindly confirm the discharge in writing, and return to us the receipts and papers that you held for it.

Thanking you and assuring you of our best services always.$$,
      null),
    ('EXTENSION_TO_BANK', 'hi', 'गारंटी की अवधि बढ़ाना', true,
      $${instrumentKind} सं. {instrumentNo}, राशि {amount}, की अवधि {askedUntil} तक बढ़ाने के संबंध में$$,
      $$संदर्भ: {instrumentKind} सं. {instrumentNo} दिनांक {issuedOn}

उपर्युक्त गारंटी के संदर्भ में निवेदन है कि आपने हमारी ओर से {favouring} के पक्ष में {amount} ({amountInWords}) की यह गारंटी निम्नलिखित कार्य के लिए जारी की है:

{contractName}

गारंटी {expiresOn} तक वैध है तथा इसके अंतर्गत दावा {claimUntil} तक प्रस्तुत किया जा सकता है। इसकी आवश्यकता वर्तमान वैधता के बाद भी है।

अतः आपसे अनुरोध है कि अन्य सभी शर्तें यथावत रखते हुए गारंटी की वैधता {askedUntil} तक तथा दावा अवधि तदनुसार बढ़ाने, और {expiresOn} से पर्याप्त समय पूर्व विस्तार पत्र लाभार्थी को भेजकर उसकी प्रति हमें देने की कृपा करें।

विस्तार का शुल्क हमारे खाते से लिया जा सकता है। बढ़ी हुई अवधि के लिए प्रतिभूति यथावत रखी जा सकती है: {security}।

सधन्यवाद।$$,
      'गारंटी की प्रति'),
    ('DISCHARGE_TO_BANK', 'hi', 'गारंटी का उन्मोचन', true,
      $${instrumentKind} सं. {instrumentNo}, राशि {amount}, के उन्मोचन के संबंध में$$,
      $$संदर्भ: {instrumentKind} सं. {instrumentNo} दिनांक {issuedOn}

उपर्युक्त गारंटी के संदर्भ में निवेदन है कि आपने हमारी ओर से {favouring} के पक्ष में {amount} ({amountInWords}) की यह गारंटी जारी की थी। यह {expiresOn} तक वैध थी तथा इसके अंतर्गत दावा {claimUntil} तक प्रस्तुत किया जा सकता था।

{ground}

अतः आपसे अनुरोध है कि उक्त गारंटी को अपने अभिलेखों में उन्मोचित एवं निरस्त कर, उस सीमा तक हमारी साख सीमा पुनः उपलब्ध कराने तथा इसके विरुद्ध रखी प्रतिभूति मुक्त करने की कृपा करें: {security}।

कृपया उन्मोचन की लिखित पुष्टि करें तथा इसके लिए रखी रसीदें एवं अन्य प्रलेख हमें लौटा दें।

सधन्यवाद।$$,
      null)
$function$;

CREATE OR REPLACE FUNCTION app.add_letters_to_offices()
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into letter_templates (kind, language, name, is_default, subject, body, enclosures) values
    ('REFUND_REQUEST', 'en', 'Refund of deposits', true,
      $$Refund of Earnest Money Deposit / Security Deposit amounting to {amount}$$,
      $$Ref.: Your tenders and our agreements as per the table below

With reference to the works mentioned below, we had deposited the following amounts with your esteemed office:

{deposits}

The above deposits have fallen due for refund as per the terms and conditions of the respective tenders, and have not been received by us so far.

In view of the above, we request you to kindly release the deposits amounting to {amount} ({amountInWords}) at the earliest, and to arrange the payment to the account from which they were made.

Should any document or formality be required from our end for the purpose, kindly intimate the same so that it may be complied with immediately.

Thanking you and assuring you of our best services always.$$,
      'Copies of the instruments and receipts of the above deposits'),
    ('FOLLOW_UP', 'en', 'Reminder of a refund', true,
      $$Reminder: Refund of deposits amounting to {amount}$$,
      $$Ref.: Our letters: {previousLetters}

We invite your kind attention to our above-referred letters, by which we had requested the release of the following deposits lying with your esteemed office:

{deposits}

We regret to state that the deposits have not been released to us till date, although they have fallen due. The amount being held up, our working capital is blocked.

We therefore once again request you to kindly look into the matter personally and to release the deposits amounting to {amount} ({amountInWords}) without further delay. If the release is held up for want of any document or clarification from our end, kindly intimate the same by return.

An early action in the matter will be highly appreciated.$$,
      'Copies of our letters under reference'),
    ('RELEASE_GUARANTEE', 'en', 'Release of guarantees', true,
      $$Release of Bank Guarantee / Surety Bond amounting to {amount}$$,
      $$Ref.: Your tenders and our agreements as per the table below

With reference to the works mentioned below, we had submitted the following guarantees in favour of your esteemed office:

{deposits}

The purpose for which the above guarantees were furnished has been fulfilled, and they have become due for release as per the terms and conditions of the respective contracts.

In view of the above, we request you to kindly return the guarantees amounting to {amount} ({amountInWords}) in original, duly discharged, and to inform the issuing bank or insurer under intimation to us, so that our limits may be released.

Should any document or formality be required from our end for the purpose, kindly intimate the same so that it may be complied with immediately.

Thanking you and assuring you of our best services always.$$,
      'Copies of the above guarantees'),
    ('REFUND_REQUEST', 'hi', 'जमा राशि की वापसी', true,
      $$धरोहर राशि / प्रतिभूति राशि {amount} की वापसी के संबंध में$$,
      $$संदर्भ: नीचे दी गई तालिका के अनुसार आपकी निविदाएँ एवं हमारे अनुबंध

उपर्युक्त विषय के संदर्भ में निवेदन है कि नीचे उल्लिखित कार्यों के लिए हमने आपके कार्यालय में निम्नलिखित राशि जमा की थी:

{deposits}

संबंधित निविदाओं की शर्तों के अनुसार उपर्युक्त राशि वापसी योग्य हो चुकी है, किन्तु हमें अब तक प्राप्त नहीं हुई है।

अतः आपसे अनुरोध है कि {amount} ({amountInWords}) की जमा राशि शीघ्र अवमुक्त कर उसी खाते में भुगतान करने की कृपा करें, जिससे वह जमा की गई थी।

यदि इस हेतु हमारी ओर से कोई दस्तावेज़ या औपचारिकता अपेक्षित हो, तो कृपया अवगत कराएँ, जिससे उसकी पूर्ति तत्काल की जा सके।

सधन्यवाद।$$,
      'उपर्युक्त जमा राशियों के लिखतों एवं रसीदों की प्रतियाँ'),
    ('FOLLOW_UP', 'hi', 'वापसी का स्मरण पत्र', true,
      $$स्मरण पत्र: जमा राशि {amount} की वापसी के संबंध में$$,
      $$संदर्भ: हमारे पूर्व पत्र: {previousLetters}

कृपया हमारे उपर्युक्त पत्रों का अवलोकन करने का कष्ट करें, जिनके द्वारा आपके कार्यालय में जमा निम्नलिखित राशि को अवमुक्त करने का अनुरोध किया गया था:

{deposits}

खेद है कि वापसी योग्य हो जाने के बाद भी उक्त राशि हमें अब तक प्राप्त नहीं हुई है, जिससे हमारी कार्यशील पूँजी अवरुद्ध है।

अतः आपसे पुनः अनुरोध है कि प्रकरण में व्यक्तिगत ध्यान देते हुए {amount} ({amountInWords}) की जमा राशि अविलम्ब अवमुक्त करने की कृपा करें। यदि किसी दस्तावेज़ या स्पष्टीकरण के अभाव में वापसी लंबित हो, तो कृपया हमें शीघ्र अवगत कराएँ।

शीघ्र कार्यवाही के लिए हम आपके आभारी रहेंगे।$$,
      'संदर्भित पत्रों की प्रतियाँ'),
    ('RELEASE_GUARANTEE', 'hi', 'बैंक गारंटी की वापसी', true,
      $$बैंक गारंटी / जमानत बॉण्ड {amount} को अवमुक्त करने के संबंध में$$,
      $$संदर्भ: नीचे दी गई तालिका के अनुसार आपकी निविदाएँ एवं हमारे अनुबंध

उपर्युक्त विषय के संदर्भ में निवेदन है कि नीचे उल्लिखित कार्यों के लिए हमने आपके कार्यालय के पक्ष में निम्नलिखित गारंटियाँ प्रस्तुत की थीं:

{deposits}

जिस प्रयोजन के लिए उपर्युक्त गारंटियाँ दी गई थीं, वह पूर्ण हो चुका है, और संबंधित अनुबंधों की शर्तों के अनुसार वे अब अवमुक्त किए जाने योग्य हैं।

अतः आपसे अनुरोध है कि {amount} ({amountInWords}) की उपर्युक्त गारंटियाँ मूल रूप में, विधिवत् उन्मोचित कर, हमें लौटाने तथा जारीकर्ता बैंक / बीमा कंपनी को इसकी सूचना देने की कृपा करें, जिससे हमारी सीमा मुक्त हो सके।

यदि इस हेतु हमारी ओर से कोई दस्तावेज़ या औपचारिकता अपेक्षित हो, तो कृपया अवगत कराएँ, जिससे उसकी पूर्ति तत्काल की जा सके।

सधन्यवाद।$$,
      'उपर्युक्त गारंटियों की प्रतियाँ')
$function$;

CREATE OR REPLACE FUNCTION app.add_starting_letters()
 RETURNS void
 LANGUAGE sql
AS $function$
  select app.add_letters_to_offices();
  select app.add_letters_to_banks();
$function$;

CREATE OR REPLACE FUNCTION app.add_starting_release_rules()
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into release_rules (purpose, outcome, basis, days, source, is_sure) values
    ('EMD', 'NOT_WON', 'RESULT', 30, 'GFR 2017, rule 170: latest on the 30th day after the award of the contract', true),
    ('EMD', 'WON', 'SECURITY_LODGED', 0, 'GFR 2017, rule 171(iii): on receipt of the performance security', true),
    ('PERFORMANCE_SECURITY', 'ANY', 'COMPLETION', 60,
      'GFR 2017, rule 171(ii): valid for 60 days beyond all obligations. Departments differ: see the contract', false),
    ('ADDITIONAL_SECURITY', 'ANY', 'COMPLETION', 60, 'As performance security. Departments differ: see the contract', false),
    ('SECURITY_DEPOSIT', 'ANY', 'DLP_END', 0, 'After the defect liability period, as the conditions of works contracts say', true),
    ('RETENTION', 'ANY', 'DLP_END', 0, 'After the defect liability period, as the conditions of works contracts say', true),
    ('ADVANCE_GUARANTEE', 'ANY', 'FIXED', 0, 'When the advance is recovered: by the day that is entered', true),
    ('OTHER', 'ANY', 'FIXED', 0, 'By the day that is entered', true)
$function$;

CREATE OR REPLACE FUNCTION app.add_starting_reminder_rules()
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into reminder_rules (name, kind, steps, repeat_days, tells, escalate_after_days, at_once, is_built_in)
  select s.name, s.kind, s.steps, s.repeat_days, '{OWNER,WATCHERS}', s.escalate_after_days, s.at_once, true
  from (values
    ('Hand in the bid', 'TENDER_CLOSES', '{7,3,1,0}'::int[], 7, null::int, false),
    ('Ask for the result', 'TENDER_RESULT', '{15,7,1,0}', 7, null, false),
    ('Validity of the bid ends', 'BID_VALIDITY_ENDS', '{15,7,1,0}', 7, null, false),
    ('Lodge the performance security', 'SECURITY_TO_LODGE', '{15,7,1,0}', 7, null, false),
    ('Sign the agreement', 'AGREEMENT_TO_SIGN', '{15,7,1,0}', 7, null, false),
    ('Complete the work', 'COMPLETION', '{60,30,7}', 15, null, false),
    ('Defect liability ends', 'DEFECT_PERIOD_ENDS', '{15,7,1,0}', 7, null, false),
    ('Deposit falls due', 'REFUND_DUE', '{15,1}', null, null, false),
    ('Next step for a deposit', 'REFUND_STEP', '{0}', 7, 15, false),
    ('Claim becomes time-barred', 'CLAIM_TIME_BARRED', '{180,90,30,7}', 7, 1, false),
    ('Guarantee expires', 'GUARANTEE_EXPIRES', '{90,60,45,30,15,7,1,0}', null, 3, true),
    ('Answer the claim on a guarantee', 'GUARANTEE_CLAIMED', '{0}', 1, null, true),
    ('Have the guarantee extended', 'GUARANTEE_TOO_SHORT', '{30,15,7,0}', 7, null, true),
    ('Fetch back the guarantee', 'GUARANTEE_TO_DISCHARGE', '{0}', 15, null, false),
    ('Deposit receipt matures', 'RECEIPT_MATURES', '{15,7,1,0}', 7, null, false),
    ('Draft goes stale', 'DRAFT_GOES_STALE', '{15,7,1,0}', 7, null, false),
    ('Exemption expires', 'EXEMPTION_EXPIRES', '{15,7,1,0}', 7, null, false),
    ('Have the guarantee given', 'GUARANTEE_NEEDED', '{15,7,1,0}', 7, null, false),
    ('Bank reviews the limit', 'FACILITY_REVIEW', '{15,7,1,0}', 7, null, false),
    ('Project ends', 'PROJECT_ENDS', '{60,30,7}', 15, null, false),
    ('Task is due', 'TASK_DUE', '{3,0}', 7, null, false),
    ('Review waits', 'REVIEW_WAITING', '{0}', 7, null, false),
    ('General task is due', 'GENERAL_TASK_DUE', '{0}', 7, null, false),
    ('Document of a contract expires', 'CONTRACT_DOCUMENT_EXPIRES', '{60,30,15,7,1}', 7, null, false),
    ('Document of a project expires', 'PROJECT_DOCUMENT_EXPIRES', '{60,30,15,7,1}', 7, null, false),
    ('Document of a task expires', 'TASK_DOCUMENT_EXPIRES', '{60,30,15,7,1}', 7, null, false),
    ('Document of a vehicle expires', 'VEHICLE_DOCUMENT_EXPIRES', '{60,30,15,7,1}', 7, null, false),
    ('Policy of a vehicle expires', 'INSURANCE_DOCUMENT_EXPIRES', '{60,30,15,7,1}', 7, null, false),
    ('Document of a payment expires', 'PAYMENT_DOCUMENT_EXPIRES', '{60,30,15,7,1}', 7, null, false)
  ) s (name, kind, steps, repeat_days, escalate_after_days, at_once)
$function$;

CREATE OR REPLACE FUNCTION app.add_up_sheets()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  below record;
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  if not exists (select from given n join before o on o.tenant_id = n.tenant_id and o.id = n.id
    where n.status <> o.status and (n.status in ('RECORDED', 'CANCELLED')))
  then
    return null;
  end if;
  insert into item_totals (item_id, measured_quantity)
  select distinct l.item_id, 0 from given n join measurement_lines l on l.tenant_id = n.tenant_id and l.sheet_id = n.id
  where l.deleted_at is null order by l.item_id
  on conflict (tenant_id, item_id) do nothing;
  with added as (
    select l.item_id, sum(c.sign * l.contents) as quantity
    from (select n.id, case n.status when 'RECORDED' then 1 else -1 end as sign from given n
      join before o on o.tenant_id = n.tenant_id and o.id = n.id where n.status <> o.status and n.status in ('RECORDED', 'CANCELLED')) c
    join measurement_lines l on l.tenant_id = app.tenant_id() and l.sheet_id = c.id and l.deleted_at is null
    group by l.item_id)
  update item_totals t set measured_quantity = t.measured_quantity + a.quantity
  from added a where t.tenant_id = app.tenant_id() and t.item_id = a.item_id;
  select i.item_no, t.measured_quantity into below from given n
  join measurement_lines l on l.tenant_id = n.tenant_id and l.sheet_id = n.id
  join item_totals t on t.tenant_id = l.tenant_id and t.item_id = l.item_id and t.measured_quantity < 0
  join schedule_items i on i.tenant_id = t.tenant_id and i.id = t.item_id
  order by l.line_no limit 1;
  if found then
    raise check_violation using message = 'negative',
      detail = jsonb_build_object('item', below.item_no, 'quantity', trim_scale(below.measured_quantity)),
      constraint = '409 quantity upto date must not be negative: item {item} would come to {quantity}';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.agreement_may_become(old_status text, new_status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((((((old_status = 'DRAFT'::text) AND (new_status = 'ACTIVE'::text)) OR ((old_status = 'ACTIVE'::text) AND (new_status = 'SUSPENDED'::text))) OR ((old_status = 'SUSPENDED'::text) AND (new_status = 'ACTIVE'::text))) OR ((old_status = 'ACTIVE'::text) AND (new_status = 'COMPLETED'::text))) OR ((old_status = 'COMPLETED'::text) AND (new_status = 'ACTIVE'::text))) OR ((old_status = 'COMPLETED'::text) AND (new_status = 'CLOSED'::text)));

CREATE OR REPLACE FUNCTION app.analyze_for_deadlines()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  outdated regclass;
begin
  for outdated in
    select c.oid from pg_class c where c.relnamespace = 'public'::regnamespace and c.reltuples < 200 and pg_relation_size(c.oid) > 200000
      and (c.relname in ('deadlines', 'deposit_states') or exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'deadlines_change'))
  loop
    execute format('analyze (skip_locked) %s', outdated);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION app.audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  changes jsonb;
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  if not app.is_audited() then return null; end if;
  select coalesce(json_object_agg(said.key, case when said.key <> all (tg_argv[2]::text[])
    then json_build_array(before -> said.key, said.value) end)::jsonb, '{}') into changes
  from jsonb_each(after - tg_argv[1]::text[]) said
  where said.value <> before -> said.key or said.key = any (tg_argv[3]::text[]);
  perform app.note(case when tg_table_name = 'sessions' then 'SESSION_ENDED'
      when before -> 'deleted_at' = 'null' and after -> 'deleted_at' <> 'null' then 'DELETED'
      when before -> 'deleted_at' <> 'null' and after -> 'deleted_at' = 'null' then 'RESTORED' else 'CHANGED' end,
    tg_table_name, (after ->> tg_argv[0])::uuid, changes);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.audit_digest(seal_number bigint)
 RETURNS bytea
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT sha256((COALESCE(( SELECT s.digest
            FROM audit_seals s
           WHERE ((s.tenant_id = app.tenant_id()) AND (s.number = (audit_digest.seal_number - 1)))), '\x'::bytea) || COALESCE(( SELECT string_agg(sha256(app.audit_text(e.*)), '\x'::bytea ORDER BY e.id) AS string_agg
            FROM audit_entries e
           WHERE ((e.tenant_id = app.tenant_id()) AND (e.seal = audit_digest.seal_number))), '\x'::bytea))) AS sha256;
END;

CREATE OR REPLACE FUNCTION app.audit_faults(first_seal bigint, last_seal bigint)
 RETURNS TABLE(number bigint, fault text)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT n.number,
         CASE
             WHEN (s.number IS NULL) THEN 'The seal is gone.'::text
             WHEN (s.entries <> counted.entries) THEN 'Entries were added or removed.'::text
             ELSE 'Entries were changed, or the seal before it was.'::text
         END AS fault
    FROM ((generate_series(audit_faults.first_seal, audit_faults.last_seal) n(number)
      LEFT JOIN audit_seals s ON (((s.tenant_id = app.tenant_id()) AND (s.number = n.number))))
      CROSS JOIN LATERAL ( SELECT count(*) AS entries
            FROM audit_entries e
           WHERE ((e.tenant_id = app.tenant_id()) AND (e.seal = n.number))) counted)
   WHERE ((s.number IS NULL) OR (s.entries <> counted.entries) OR (s.digest <> app.audit_digest(n.number)))
   ORDER BY n.number;
END;

CREATE OR REPLACE FUNCTION app.audit_rows_of_agreements()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('direction': r.direction, 'number': r.number, 'name': r.name, 'party_id': r.party_id, 'contract_id': r.contract_id, 'project_id': r.project_id, 'status': r.status, 'agreed_on': r.agreed_on, 'value': r.value, 'pricing': r.pricing, 'tender_percentage': r.tender_percentage, 'site_state': r.site_state, 'site_address': r.site_address, 'sac': r.sac, 'starts_on': r.starts_on, 'ends_on': r.ends_on, 'completed_on': r.completed_on, 'dlp_months': r.dlp_months, 'rounding': r.rounding, 'payment_days': r.payment_days, 'comment': r.comment absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_bank_facilities()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('bank': r.bank, 'branch': r.branch, 'name': r.name, 'limit_amount': r.limit_amount, 'margin_percent': r.margin_percent, 'commission_percent': r.commission_percent, 'commission_basis': r.commission_basis, 'min_charge': r.min_charge, 'frees_on': r.frees_on, 'discharge_days': r.discharge_days, 'free_cash': r.free_cash, 'free_cash_on': r.free_cash_on, 'review_on': r.review_on, 'is_active': r.is_active, 'comment': r.comment absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_bg_plans()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('contract_id': r.contract_id, 'facility_id': r.facility_id, 'purpose': r.purpose, 'amount': r.amount, 'needed_on': r.needed_on, 'until_on': r.until_on, 'state': r.state, 'instrument_id': r.instrument_id, 'comment': r.comment absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_bill_heads()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('agreement_id': r.agreement_id, 'head': r.head, 'percent': r.percent, 'rule_kind': r.rule_kind, 'base': r.base, 'rounding': r.rounding, 'cap_percent': r.cap_percent, 'mode': r.mode, 'valid_from': r.valid_from, 'comment': r.comment absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_bills()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('agreement_id': r.agreement_id, 'number': r.number, 'title': r.title, 'kind': r.kind, 'bill_date': r.bill_date, 'upto_date': r.upto_date, 'status': r.status, 'work_upto': r.work_upto, 'variation_upto': r.variation_upto, 'typed': r.typed, 'comment': r.comment, 'net_claimed': r.net_claimed, 'memo_no': r.memo_no, 'passed_on': r.passed_on, 'memorandum': r.memorandum, 'work_passed': r.work_passed, 'net_passed': r.net_passed, 'return_reason': r.return_reason, 'cancel_reason': r.cancel_reason, 'taken_back_reason': r.taken_back_reason absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_calendar_feeds()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.user_id,
        json_object('name': r.name, 'scope': r.scope, 'detail': r.detail, 'kinds': r.kinds absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_company_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('kind': r.kind, 'scope': r.scope, 'valid_from': r.valid_from, 'value': r.value, 'source_title': r.source_title, 'source_reference': r.source_reference, 'source_url': r.source_url, 'published_on': r.published_on, 'read_on': r.read_on absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_company_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('weekly_off': r.weekly_off, 'saturdays_off': r.saturdays_off absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_contract_imports()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('file_name': r.file_name, 'is_dry_run': r.is_dry_run, 'state': r.state, 'fault': r.fault, 'undone_at': r.undone_at absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_contract_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('contract_id': r.contract_id, 'owner_id': r.owner_id, 'bid_validity_days': r.bid_validity_days, 'bid_valid_until': r.bid_valid_until, 'emd_amount': r.emd_amount, 'ps_percent': r.ps_percent, 'ps_days': r.ps_days, 'ps_valid_beyond_days': r.ps_valid_beyond_days, 'sd_percent': r.sd_percent, 'sd_cap_percent': r.sd_cap_percent, 'agreement_days': r.agreement_days, 'dlp_months': r.dlp_months, 'dlp_ends_on': r.dlp_ends_on, 'completed_on': r.completed_on, 'final_bill_on': r.final_bill_on, 'refund_clause': r.refund_clause absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_contracts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('bid_id': r.bid_id, 'contract_name': r.contract_name, 'reference_no': r.reference_no, 'description': r.description, 'status': r.status, 'paper_cost': r.paper_cost, 'tender_actual_value': r.tender_actual_value, 'tender_bid_value': r.tender_bid_value, 'tender_bid_percentage': r.tender_bid_percentage, 'contract_type': r.contract_type, 'termination_reason': r.termination_reason, 'extension_count': r.extension_count, 'opening_date': r.opening_date, 'closing_date': r.closing_date, 'result_date': r.result_date, 'drafting_date': r.drafting_date, 'submitted_payment_date': r.submitted_payment_date, 'awarded_date': r.awarded_date, 'agreement_date': r.agreement_date, 'given_start_date': r.given_start_date, 'given_end_date': r.given_end_date, 'actual_start_date': r.actual_start_date, 'actual_end_date': r.actual_end_date, 'license_id': r.license_id, 'license_holder_name': r.license_holder_name, 'license_no': r.license_no, 'comments': r.comments, 'contract_metadata': r.contract_metadata, 'import_id': r.import_id, 'office_id': r.office_id absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_deposit_exemptions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('contract_id': r.contract_id, 'purpose': r.purpose, 'ground': r.ground, 'certificate_no': r.certificate_no, 'valid_until': r.valid_until, 'amount': r.amount, 'state': r.state, 'comment': r.comment absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_deposit_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('follow_up_days': r.follow_up_days, 'limitation_years': r.limitation_years, 'interest_percent': r.interest_percent, 'request_prefix': r.request_prefix absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_deposit_settlements()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('deposit_id': r.deposit_id, 'kind': r.kind, 'amount': r.amount, 'settled_on': r.settled_on, 'reference': r.reference, 'reason': r.reason, 'into_deposit_id': r.into_deposit_id, 'source': r.source, 'cancelled_at': r.cancelled_at, 'cancelled_by': r.cancelled_by, 'cancelled_why': r.cancelled_why absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_documents()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('entity_type': r.entity_type, 'contract_id': r.contract_id, 'project_id': r.project_id, 'task_id': r.task_id, 'file_name': r.file_name, 'file_type': r.file_type, 'size': r.size, 'sha256': r.sha256, 'doc_type': r.doc_type, 'purpose': r.purpose, 'refund_request_id': r.refund_request_id, 'valid_until': r.valid_until absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_general_task_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('task_id': r.task_id, 'text': r.text, 'is_required': r.is_required, 'is_done': r.is_done absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_general_tasks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('title': r.title, 'note': r.note, 'contract_id': r.contract_id, 'deposit_id': r.deposit_id, 'instrument_id': r.instrument_id, 'project_id': r.project_id, 'task_id': r.task_id, 'assignee_id': r.assignee_id, 'due_on': r.due_on, 'priority': r.priority, 'state': r.state, 'repeat_every': r.repeat_every, 'repeat_unit': r.repeat_unit, 'repeat_from': r.repeat_from, 'follows_id': r.follows_id absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_holidays()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('on_day': r.on_day, 'name': r.name, 'closed': r.closed absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_instrument_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('instrument_id': r.instrument_id, 'kind': r.kind, 'happened_on': r.happened_on, 'from_state': r.from_state, 'to_state': r.to_state, 'amount_before': r.amount_before, 'amount_after': r.amount_after, 'issued_on_before': r.issued_on_before, 'issued_on_after': r.issued_on_after, 'expires_on_before': r.expires_on_before, 'expires_on_after': r.expires_on_after, 'claim_until_before': r.claim_until_before, 'claim_until_after': r.claim_until_after, 'matures_on_before': r.matures_on_before, 'matures_on_after': r.matures_on_after, 'number': r.number, 'paid_amount': r.paid_amount, 'charges': r.charges, 'reference': r.reference, 'remark': r.remark absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_instrument_liens()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('guarantee_id': r.guarantee_id, 'receipt_id': r.receipt_id, 'amount': r.amount, 'marked_on': r.marked_on, 'freed_on': r.freed_on absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_instruments()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('kind': r.kind, 'number': r.number, 'amount': r.amount, 'issuer': r.issuer, 'branch': r.branch, 'office_id': r.office_id, 'favouring': r.favouring, 'issued_on': r.issued_on, 'effective_on': r.effective_on, 'expires_on': r.expires_on, 'claim_until': r.claim_until, 'matures_on': r.matures_on, 'margin_percent': r.margin_percent, 'commission_percent': r.commission_percent, 'held_by': r.held_by, 'comment': r.comment, 'state': r.state, 'import_id': r.import_id, 'import_row': r.import_row, 'imported_as': r.imported_as, 'facility_id': r.facility_id absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_letter_templates()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('kind': r.kind, 'language': r.language, 'name': r.name, 'subject': r.subject, 'body': r.body, 'enclosures': r.enclosures, 'is_default': r.is_default absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_letterheads()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('file_name': r.file_name absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_measurement_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('sheet_id': r.sheet_id, 'item_id': r.item_id, 'description': r.description, 'nos': r.nos, 'parts': r.parts, 'length': r.length, 'breadth': r.breadth, 'depth': r.depth, 'factor': r.factor, 'typed': r.typed, 'is_deduction': r.is_deduction, 'corrects_line_id': r.corrects_line_id, 'decimals': r.decimals absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_measurement_sheets()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('agreement_id': r.agreement_id, 'number': r.number, 'status': r.status, 'measured_on': r.measured_on, 'location': r.location, 'chainage_from': r.chainage_from, 'chainage_to': r.chainage_to, 'present': r.present, 'book': r.book, 'page': r.page, 'comment': r.comment, 'device_key': r.device_key, 'recorded_by': r.recorded_by, 'recorded_at': r.recorded_at, 'cancel_reason': r.cancel_reason absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_modules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('key': r.key, 'name': r.name, 'description': r.description, 'status': r.status, 'platform': r.platform, 'built_in': r.built_in absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_notes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('contract_id': r.contract_id, 'deposit_id': r.deposit_id, 'instrument_id': r.instrument_id, 'project_id': r.project_id, 'task_id': r.task_id, 'kind': r.kind, 'text': r.text, 'happened_on': r.happened_on, 'general_task_id': r.general_task_id absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_obligation_marks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('kind': r.kind, 'record_type': r.record_type, 'record_id': r.record_id, 'due_on': r.due_on, 'reason': r.reason absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_offices()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('department': r.department, 'name': r.name, 'designation': r.designation, 'address': r.address, 'email': r.email, 'phone': r.phone, 'parent_id': r.parent_id, 'comment': r.comment, 'party_id': r.party_id absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_parties()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('kinds': r.kinds, 'legal_name': r.legal_name, 'trade_name': r.trade_name, 'pan': r.pan, 'tan': r.tan, 'gst_treatment': r.gst_treatment, 'msme': r.msme, 'udyam_no': r.udyam_no, 'msme_from': r.msme_from, 'address': r.address, 'place': r.place, 'state': r.state, 'pin': r.pin, 'email': r.email, 'phone': r.phone, 'agreed_days': r.agreed_days, 'comment': r.comment absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_party_banks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('party_id': r.party_id, 'ifsc': r.ifsc, 'holder': r.holder, 'verified_by': r.verified_by, 'verified_at': r.verified_at absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_party_gstins()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('party_id': r.party_id, 'gstin': r.gstin, 'held_from': r.held_from, 'held_until': r.held_until absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_profile_images()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.user_id,
        '{}'::jsonb
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_projects()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('contract_id': r.contract_id, 'project_name': r.project_name, 'description': r.description, 'project_type': r.project_type, 'status': r.status, 'contract_bid_id': r.contract_bid_id, 'contract_bid_no': r.contract_bid_no, 'project_actual_value': r.project_actual_value, 'project_bid_value': r.project_bid_value, 'project_bid_percentage': r.project_bid_percentage, 'license_id': r.license_id, 'license_holder_name': r.license_holder_name, 'license_no': r.license_no, 'given_start_date': r.given_start_date, 'given_end_date': r.given_end_date, 'actual_start_date': r.actual_start_date, 'actual_end_date': r.actual_end_date, 'extension_count': r.extension_count, 'extension_date': r.extension_date, 'termination_reason': r.termination_reason, 'comment': r.comment absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_refund_request_items()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('request_id': r.request_id, 'deposit_id': r.deposit_id, 'amount': r.amount absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_refund_requests()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('number': r.number, 'office_id': r.office_id, 'language': r.language, 'subject': r.subject, 'body': r.body, 'letter_on': r.letter_on, 'state': r.state, 'sent_on': r.sent_on, 'sent_by_means': r.sent_by_means, 'dispatch_ref': r.dispatch_ref, 'inward_ref': r.inward_ref, 'answered_on': r.answered_on, 'answer': r.answer, 'enclosures': r.enclosures, 'document_id': r.document_id, 'to_parent': r.to_parent absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_release_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('purpose': r.purpose, 'outcome': r.outcome, 'basis': r.basis, 'days': r.days, 'source': r.source, 'is_sure': r.is_sure absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_reminder_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('name': r.name, 'kind': r.kind, 'steps': r.steps, 'repeat_days': r.repeat_days, 'amount_from': r.amount_from, 'contract_types': r.contract_types, 'purposes': r.purposes, 'tells': r.tells, 'role_ids': r.role_ids, 'user_ids': r.user_ids, 'escalate_after_days': r.escalate_after_days, 'escalate_from': r.escalate_from, 'escalate_role_ids': r.escalate_role_ids, 'escalate_user_ids': r.escalate_user_ids, 'at_once': r.at_once, 'is_active': r.is_active, 'is_built_in': r.is_built_in absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_role_permissions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.role_id,
        json_object('module_id': r.module_id, 'can_create': r.can_create, 'can_view': r.can_view, 'can_edit': r.can_edit, 'can_delete': r.can_delete, 'can_report': r.can_report absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_roles()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('name': r.name, 'description': r.description absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_rule_confirmations()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('rule_id': r.rule_id, 'remark': r.remark absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_schedule_items()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('agreement_id': r.agreement_id, 'parent_id': r.parent_id, 'level': r.level, 'kind': r.kind, 'item_no': r.item_no, 'sor_code': r.sor_code, 'description': r.description, 'unit': r.unit, 'quantity': r.quantity, 'rate': r.rate, 'percentage_applies': r.percentage_applies, 'limit_percent': r.limit_percent absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_second_factors()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.user_id,
        json_object('confirmed_at': r.confirmed_at absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_security_deposits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('contract_id': r.contract_id, 'deposit_type': r.deposit_type, 'instrument_no': r.instrument_no, 'amount': r.amount, 'deposit_created_date': r.deposit_created_date, 'deposit_submitted_date': r.deposit_submitted_date, 'bank_account_no': r.bank_account_no, 'bank_name': r.bank_name, 'account_holder_name': r.account_holder_name, 'bank_address': r.bank_address, 'status': r.status, 'comment': r.comment, 'deposit_returned_date': r.deposit_returned_date, 'deposit_transferred_own_ac_date': r.deposit_transferred_own_ac_date, 'instrument_id': r.instrument_id, 'import_id': r.import_id, 'import_row': r.import_row, 'import_fingerprint': r.import_fingerprint, 'imported_as': r.imported_as, 'purpose': r.purpose, 'office_id': r.office_id, 'owner_id': r.owner_id, 'release_basis': r.release_basis, 'release_days': r.release_days, 'fixed_due_on': r.fixed_due_on, 'acknowledged_on': r.acknowledged_on, 'disputed_on': r.disputed_on, 'own_next_step': r.own_next_step, 'own_next_on': r.own_next_on absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'SIGNED_IN' end, tg_table_name, r.user_id,
        json_object('ended_at': r.ended_at, 'ended_because': r.ended_because, 'user_agent': r.user_agent, 'address': r.address absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_sites()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('name': r.name, 'project_id': r.project_id, 'state': r.state, 'weekly_off': r.weekly_off, 'shift_hours': r.shift_hours, 'remarks': r.remarks absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_tasks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('project_id': r.project_id, 'parent_id': r.parent_id, 'title': r.title, 'description': r.description, 'estimated_quantity': r.estimated_quantity, 'units': r.units, 'estimated_rate': r.estimated_rate, 'tax_percentage': r.tax_percentage, 'actual_quantity': r.actual_quantity, 'actual_rate': r.actual_rate, 'estimated_effort_hours': r.estimated_effort_hours, 'actual_effort_hours': r.actual_effort_hours, 'status': r.status, 'task_type': r.task_type, 'priority': r.priority, 'given_start_date': r.given_start_date, 'given_end_date': r.given_end_date, 'actual_start_date': r.actual_start_date, 'actual_end_date': r.actual_end_date, 'progress': r.progress, 'is_milestone': r.is_milestone, 'is_billable': r.is_billable, 'assigned_to': r.assigned_to, 'completed_by': r.completed_by, 'approved_by': r.approved_by, 'approval_date': r.approval_date, 'is_approved': r.is_approved, 'rejection_reason': r.rejection_reason, 'review_requested_by': r.review_requested_by, 'review_requested_at': r.review_requested_at, 'rejected_by': r.rejected_by, 'rejected_at': r.rejected_at, 'termination_reason': r.termination_reason, 'comment': r.comment absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_tenants()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('name': r.name, 'subdomain': r.subdomain, 'schema_name': r.schema_name, 'kind': r.kind, 'contact_email': r.contact_email, 'mobile_no': r.mobile_no, 'whats_app_no': r.whats_app_no, 'status': r.status, 'comment': r.comment, 'requires_second_factor': r.requires_second_factor absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_user_passwords()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.user_id,
        json_object('is_own': r.is_own absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_user_roles()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.user_id,
        json_object('role_id': r.role_id absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_rows_of_users()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else 'CREATED' end, tg_table_name, r.id,
        json_object('username': r.username, 'email': r.email, 'mobile_no': r.mobile_no, 'designation': r.designation, 'is_active': r.is_active, 'profile_image': r.profile_image, 'comment': r.comment, 'language': r.language absent on null returning jsonb)
      from changed r;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.audit_text(entry audit_entries)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
RETURN convert_to((jsonb_build_array((entry).tenant_id, (entry).id, EXTRACT(epoch FROM (entry).at), (entry).actor_id, (entry).is_operator, (entry).session_id, (entry).request_id, (entry).address, (entry).action, (entry).record_type, (entry).record_id, (entry).changes))::text, 'UTF8'::name);

CREATE OR REPLACE FUNCTION app.audit_to_seal()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  company uuid;
begin
  for company in select t.id from tenants t loop
    perform set_config('app.tenant_id', company::text, true);
    if exists (select from audit_entries e where e.tenant_id = company and e.seal is null) then return next company; end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $function$;

CREATE OR REPLACE FUNCTION app.audit_told(tbl regclass, untold text[])
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (SELECT COALESCE((('json_object('::text || string_agg(format('%L: r.%I'::text, pg_attribute.attname, pg_attribute.attname), ', '::text ORDER BY pg_attribute.attnum)) || ' absent on null returning jsonb)'::text), '''{}''::jsonb'::text) AS "coalesce" FROM pg_attribute WHERE ((pg_attribute.attrelid = (audit_told.tbl)::oid) AND (pg_attribute.attnum > 0) AND (NOT pg_attribute.attisdropped) AND (pg_attribute.attname <> ALL (audit_told.untold))));

CREATE OR REPLACE FUNCTION app.audit_unsealed(OUT entries bigint, OUT oldest double precision)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  company uuid;
  found_entries bigint;
  since timestamptz;
  earliest timestamptz;
begin
  entries := 0;
  for company in select app.audit_to_seal() loop
    perform set_config('app.tenant_id', company::text, true);
    select count(*), min(e.at) into found_entries, since from audit_entries e where e.tenant_id = company and e.seal is null;
    entries := entries + found_entries;
    earliest := least(earliest, since);
  end loop;
  perform set_config('app.tenant_id', '', true);
  oldest := coalesce(extract(epoch from clock_timestamp() - earliest), 0);
end $function$;

CREATE OR REPLACE FUNCTION app.bank_digest(bank party_banks)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (SELECT encode(sha256(convert_to((jsonb_build_array((bank_digest.bank).account_no, (bank_digest.bank).ifsc, (bank_digest.bank).holder, p.legal_name, p.pan, p.tan, (SELECT jsonb_agg(DISTINCT substr(g.gstin, 3, 10)) AS jsonb_agg FROM party_gstins g WHERE ((g.tenant_id = p.tenant_id) AND (g.party_id = p.id) AND (g.deleted_at IS NULL) AND app.is_deductors_gstin(g.gstin)))))::text, 'UTF8'::name)), 'hex'::text) AS encode FROM parties p WHERE ((p.tenant_id = (bank_digest.bank).tenant_id) AND (p.id = (bank_digest.bank).party_id)));

CREATE OR REPLACE FUNCTION app.bid_ends(said date, closing date, days integer)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE(said, (closing + days));

CREATE OR REPLACE FUNCTION app.bill_entry(bill bills)
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN jsonb_build_object('title', (bill).title, 'kind', (bill).kind, 'bill_date', (bill).bill_date, 'upto_date', (bill).upto_date, 'work_upto', (bill).work_upto, 'variation_upto', (bill).variation_upto, 'typed', (bill).typed, 'sheets', (SELECT COALESCE(jsonb_agg(o.sheet_id), '[]'::jsonb) AS "coalesce" FROM bill_sheets o WHERE ((o.tenant_id = (bill_entry.bill).tenant_id) AND (o.bill_id = (bill_entry.bill).id))));

CREATE OR REPLACE FUNCTION app.bill_may_become(old_status text, new_status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((((((old_status = 'DRAFT'::text) AND (new_status = 'SUBMITTED'::text)) OR ((old_status = 'SUBMITTED'::text) AND (new_status = 'RETURNED'::text))) OR ((old_status = 'SUBMITTED'::text) AND (new_status = 'PASSED'::text))) OR ((old_status = 'RETURNED'::text) AND (new_status = 'SUBMITTED'::text))) OR ((old_status = 'RETURNED'::text) AND (new_status = 'CANCELLED'::text))) OR ((old_status = 'PASSED'::text) AND (new_status = 'SUBMITTED'::text)));

CREATE OR REPLACE FUNCTION app.bill_name(title text, number integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE(NULLIF(title, ''::text), ('RA-'::text || number));

CREATE OR REPLACE FUNCTION app.book_by_status()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  entered record;
  rest numeric;
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  if pg_trigger_depth() > 1 or new.deleted_at is not null then return null; end if;
  update deposit_settlements s set cancelled_at = clock_timestamp()
  where s.tenant_id = new.tenant_id and s.deposit_id = new.id and s.source = 'STATUS' and s.cancelled_at is null;
  if app.settlement_of(new.status) is null then return null; end if;
  select * into entered from app.entered_settlements(new.tenant_id, new.id);
  rest := new.amount - entered.received - entered.lost - entered.carried;
  if rest > 0 then
    insert into deposit_settlements (deposit_id, kind, amount, settled_on, source)
    values (new.id, app.settlement_of(new.status), rest, new.deposit_returned_date, 'STATUS');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.book_carried()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  update security_deposits d set carried_in_amount = app.carried_into(new.tenant_id, new.into_deposit_id)
  where d.tenant_id = new.tenant_id and d.id = new.into_deposit_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.book_settlement()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  deposit security_deposits;
  entered record;
  closed record;
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  select * into deposit from security_deposits d where d.tenant_id = new.tenant_id and d.id = new.deposit_id for no key update;
  if tg_op = 'UPDATE' and app.settlement_of(deposit.status) is not null then
    select h.from_status, h.changed_at into closed from status_changes h
    where h.tenant_id = new.tenant_id and h.record_type = 'security_deposits' and h.record_id = new.deposit_id
      and app.settlement_of(h.to_status) is not null and app.settlement_of(h.from_status) is null and h.from_status is not null
    order by h.changed_at desc, h.id desc limit 1;
    if new.kind = 'CARRIED' then
      update deposit_settlements s set source = 'ENTERED', reason = coalesce(s.reason, 'By the status of the deposit'),
        settled_on = coalesce(s.settled_on, (coalesce(closed.changed_at, s.created_at) at time zone app.time_zone())::date)
      where s.tenant_id = new.tenant_id and s.deposit_id = new.deposit_id and s.source = 'STATUS' and s.cancelled_at is null;
    else
      update deposit_settlements s set cancelled_at = clock_timestamp()
      where s.tenant_id = new.tenant_id and s.deposit_id = new.deposit_id and s.source = 'STATUS' and s.cancelled_at is null;
    end if;
    deposit.status := case when app.is_paid(closed.from_status) then closed.from_status else 'SUBMITTED' end;
    if deposit.is_return_settled then
      deposit.deposit_returned_date := null;
      deposit.is_return_settled := false;
    end if;
  end if;
  select * into entered from app.entered_settlements(new.tenant_id, new.deposit_id);
  if tg_op = 'INSERT' then
    deposit.status := case
      when deposit.amount > entered.received + entered.lost + entered.carried then deposit.status
      when entered.money_came then 'REFUNDED' when entered.paper_came then 'RELEASED' else 'FORFEITED' end;
    if app.settlement_of(deposit.status) is not null and deposit.deposit_returned_date is null and entered.back_on is not null then
      deposit.deposit_returned_date := entered.back_on;
      deposit.is_return_settled := true;
    end if;
  end if;
  update security_deposits d set status = deposit.status, deposit_returned_date = deposit.deposit_returned_date,
    is_return_settled = deposit.is_return_settled, received_amount = entered.received, lost_amount = entered.lost,
    carried_amount = entered.carried
  where d.tenant_id = new.tenant_id and d.id = new.deposit_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.by_day(moment timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT
         CASE
             WHEN (local.hour >= (s.day_ends_at)::numeric) THEN (((local.day + 1) + make_interval(hours => s.day_starts_at)) AT TIME ZONE zone.name)
             WHEN (local.hour < (s.day_starts_at)::numeric) THEN ((local.day + make_interval(hours => s.day_starts_at)) AT TIME ZONE zone.name)
             ELSE by_day.moment
         END AS moment
    FROM ( SELECT app.time_zone() AS name) zone,
     LATERAL ( SELECT ((by_day.moment AT TIME ZONE zone.name))::date AS day,
             EXTRACT(hour FROM (by_day.moment AT TIME ZONE zone.name)) AS hour) local,
     app.company_settings_in_force s
   WHERE (s.tenant_id = app.tenant_id());
END;

CREATE OR REPLACE FUNCTION app.carried_into(company uuid, deposit uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(s.amount), 0) from deposit_settlements s
  where s.tenant_id = company and s.into_deposit_id = deposit and s.cancelled_at is null
$function$;

CREATE OR REPLACE FUNCTION app.check_bill_sums()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
  bill uuid := coalesce(changed ->> 'bill_id', changed ->> 'id');
begin
  if exists (
    select from bills b, lateral (
      select sum(c.since) filter (where c.stage = 'CLAIMED') as claimed, sum(c.since) filter (where c.stage = 'PASSED') as passed
      from (select l.stage, case when l.head in ('GROSS', 'CGST', 'SGST', 'IGST', 'ROUND_OFF', 'SECURED_ADVANCE', 'RELEASED')
          then l.since else -l.since end as since
        from bill_lines l where l.tenant_id = b.tenant_id and l.bill_id = b.id) c) net
    where b.id = bill and (b.net_claimed, b.net_passed) is distinct from (net.claimed, net.passed))
  then
    raise exception 'the net of a bill is not the sum of its lines';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.check_bill_work()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from bills b where b.tenant_id = new.tenant_id and b.id = new.id and b.work_source = 'ITEMS' and (
      b.work_upto is distinct from case when b.status <> 'DRAFT' then app.work_of_items(b, 'CLAIMED') end
      or b.work_passed is distinct from case when b.status = 'PASSED' then app.work_of_items(b, 'PASSED') end))
  then
    raise exception 'the work of a bill is not the sum of its items';
  end if;
  if exists (
    select from bills b join bill_lines l on l.tenant_id = b.tenant_id and l.bill_id = b.id and l.head = 'GROSS'
    where b.tenant_id = new.tenant_id and b.id = new.id and b.work_source = 'ITEMS' and b.status in ('SUBMITTED', 'PASSED')
      and l.upto <> b.variation_upto + case l.stage when 'CLAIMED' then b.work_upto else b.work_passed end)
  then
    raise exception 'the gross of a bill is not its work';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.check_items_of_bill()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed bill_items := coalesce(new, old);
begin
  if exists (select from bills b where b.tenant_id = changed.tenant_id and b.id = changed.bill_id
    and not (b.work_source = 'ITEMS' and (b.status = 'PASSED' or b.status = 'SUBMITTED' and (changed.stage = 'CLAIMED' or tg_op = 'DELETE'))))
  then
    raise exception 'items are written as their bill goes on';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.claim_contact_message(lease interval)
 RETURNS TABLE(id uuid, name text, email text, mobile text, message text, source text, created_at timestamp with time zone, attempts integer)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 UPDATE contact_messages m SET attempts = (m.attempts + 1), leased_until = (clock_timestamp() + claim_contact_message.lease)
   WHERE (m.id = ( SELECT d.id
            FROM contact_messages d
           WHERE ((d.next_attempt_at <= clock_timestamp()) AND ((d.leased_until IS NULL) OR (d.leased_until <= clock_timestamp())))
           ORDER BY d.next_attempt_at, d.id
          LIMIT 1
          FOR UPDATE OF d SKIP LOCKED))
   RETURNING m.id,
     m.name,
     m.email,
     m.mobile,
     m.message,
     m.source,
     m.created_at,
     m.attempts;
END;

CREATE OR REPLACE FUNCTION app.claim_sign_in_letter(lease interval)
 RETURNS TABLE(id uuid, kind text, company_id uuid, company text, recipient text, language text, about text, link_id uuid, created_at timestamp with time zone, attempts integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  claimed sign_in_letters;
begin
  update sign_in_letters l set attempts = l.attempts + 1, leased_until = clock_timestamp() + lease
  where l.id = (select d.id from sign_in_letters d
    where d.next_attempt_at <= clock_timestamp() and (d.leased_until is null or d.leased_until <= clock_timestamp())
      and (d.kind <> 'LINK' or d.created_at > now() - interval '24 hours')
    order by d.next_attempt_at, d.id limit 1 for update skip locked)
  returning l.* into claimed;
  if not found then return; end if;
  perform set_config('app.tenant_id', claimed.company_id::text, true);
  return query select claimed.id, claimed.kind, claimed.company_id, (select t.name from tenants t where t.id = claimed.company_id),
    claimed.recipient, claimed.language, claimed.about, claimed.link_id, claimed.created_at, claimed.attempts;
end $function$;

CREATE OR REPLACE FUNCTION app.client_called(tenant uuid, called text)
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN (SELECT CASE WHEN (count(*) = 1) THEN (array_agg(p.id))[1] ELSE NULL::uuid END AS "case" FROM parties p WHERE ((p.tenant_id = client_called.tenant) AND (p.deleted_at IS NULL) AND ('CLIENT'::text = ANY (p.kinds)) AND (lower(p.legal_name) = lower(client_called.called))));

CREATE OR REPLACE FUNCTION app.companies()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT tenants.id
    FROM tenants
   ORDER BY tenants.id;
END;

CREATE OR REPLACE FUNCTION app.companies_to_mail()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  company uuid;
begin
  for company in select t.id from tenants t where t.status = 'ACTIVE' and t.deleted_at is null and not t.is_sample order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    continue when not exists (select from mail_starts s where s.tenant_id = company);
    if exists (select from app.digests_due()) or exists (select from app.words_to_mail()) then return next company; end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $function$;

CREATE OR REPLACE FUNCTION app.companies_to_prove()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  company uuid;
begin
  for company in select t.id from tenants t where t.status = 'ACTIVE' and t.deleted_at is null order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    if exists (select from reminder_runs r where r.tenant_id = company and (r.proved_on is null or r.proved_on < app.today())) then
      return next company;
    end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $function$;

CREATE OR REPLACE FUNCTION app.companies_to_remind()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  company uuid;
  ran_at timestamptz;
  before timestamptz;
  first_entry uuid;
begin
  for company in select t.id from tenants t where t.status = 'ACTIVE' and t.deleted_at is null order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    continue when not exists (select from app.company_settings_in_force s where s.tenant_id = company
      and extract(hour from clock_timestamp() at time zone app.time_zone()) between s.day_starts_at and s.day_ends_at - 1);
    select r.ran_at into ran_at from reminder_runs r where r.tenant_id = company;
    continue when ran_at > clock_timestamp() - interval '1 hour';
    before := ran_at - interval '15 minutes';
    first_entry := uuidv7(before - clock_timestamp());
    if ran_at is null or (ran_at at time zone app.time_zone())::date < app.today()
      or exists (select from audit_entries e where e.tenant_id = company and e.id > first_entry
        and e.action in ('CREATED', 'CHANGED', 'DELETED', 'RESTORED'))
      or exists (select from watchers w where w.tenant_id = company and w.since > before)
    then
      return next company;
    end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $function$;

CREATE OR REPLACE FUNCTION app.companies_with_mail_due()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  company uuid;
begin
  for company in select t.id from tenants t order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    if exists (select from mails m where m.tenant_id = company and m.next_attempt_at <= clock_timestamp()
      and (m.leased_until is null or m.leased_until <= clock_timestamp()))
    then
      return next company;
    end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $function$;

CREATE OR REPLACE FUNCTION app.companies_with_old_firings()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  company uuid;
begin
  for company in select t.id from tenants t order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    if exists (select from reminder_firings f where f.tenant_id = company and f.stage_on < app.today() - 400) then
      return next company;
    end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $function$;

CREATE OR REPLACE FUNCTION app.companies_with_old_happenings(kept interval)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  company uuid;
begin
  for company in select t.id from tenants t order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    if exists (select from happenings h where h.tenant_id = company and h.created_at < now() - kept) then
      return next company;
    end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $function$;

CREATE OR REPLACE FUNCTION app.companies_with_old_keys(kept interval)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  company uuid;
begin
  for company in select t.id from tenants t order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    if exists (select from idempotency_keys k where k.tenant_id = company and k.created_at < now() - kept) then
      return next company;
    end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $function$;

CREATE OR REPLACE FUNCTION app.companies_with_old_links()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  company uuid;
begin
  for company in select t.id from tenants t order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    if exists (select from password_links l where l.tenant_id = company and l.expires_at < now()) then return next company; end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $function$;

CREATE OR REPLACE FUNCTION app.companies_with_old_mails()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  company uuid;
begin
  for company in select t.id from tenants t order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    if exists (select from mails m where m.tenant_id = company and m.due_at < now() - interval '30 days')
      or exists (select from mails m where m.tenant_id = company and m.due_at < now() - interval '7 days' and m.body is not null)
    then
      return next company;
    end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $function$;

CREATE OR REPLACE FUNCTION app.companies_with_old_sessions()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  company uuid;
begin
  for company in select t.id from tenants t order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    if exists (select from sessions s where s.tenant_id = company and s.expires_at < now()) then return next company; end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $function$;

CREATE OR REPLACE FUNCTION app.companies_with_old_site_changes(kept interval)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  company uuid;
begin
  for company in select t.id from tenants t order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    if exists (select from site_changes c where c.tenant_id = company and c.created_at < now() - kept) then
      return next company;
    end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $function$;

CREATE OR REPLACE FUNCTION app.companies_with_old_words()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  company uuid;
begin
  for company in select t.id from tenants t order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    if exists (select from notifications n where n.tenant_id = company and n.created_at < now() - interval '90 days')
      or exists (select from notifications n where n.tenant_id = company group by n.user_id having count(*) > 5000)
    then
      return next company;
    end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $function$;

CREATE OR REPLACE FUNCTION app.contact_messages_not_mailed(OUT messages bigint, OUT oldest double precision)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT count(*) AS count,
     COALESCE(EXTRACT(epoch FROM (clock_timestamp() - min(contact_messages.created_at))), (0)::numeric) AS "coalesce"
    FROM contact_messages
   WHERE ((contact_messages.mailed_at IS NULL) AND (contact_messages.deleted_at IS NULL));
END;

CREATE OR REPLACE FUNCTION app.count_access_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  changed jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
  own text := coalesce(current_setting('app.tenant_id', true), '');
  companies uuid[];
  company uuid;
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  if tg_table_name = 'modules' then
    companies := array(select t.id from tenants t order by 1);
  elsif current_setting('app.counted', true) = changed ->> tg_argv[0] then
    return null;
  else
    -- None when it was erased since.
    companies := array(select t.id from tenants t where t.id = (changed ->> tg_argv[0])::uuid);
  end if;
  foreach company in array companies loop
    continue when current_setting('app.counted', true) = company::text;
    perform set_config('app.tenant_id', company::text, true);
    insert into access_versions as v (tenant_id) values (company) on conflict (tenant_id) do update set version = v.version + 1;
    perform set_config('app.counted', company::text, true);
  end loop;
  perform set_config('app.tenant_id', own, true);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.count_attempt(attempt_key text, allowed integer, window_length interval)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  known login_attempts;
begin
  select a.* into known from login_attempts a where a.key = attempt_key and a.attempts > allowed and a.window_ends_at > now();
  if not found then
    insert into login_attempts as a (key, attempts, window_ends_at) values (attempt_key, 1, now() + window_length)
    on conflict (key) do update set
      attempts = case when a.window_ends_at <= now() then 1 else a.attempts + 1 end,
      window_ends_at = case when a.window_ends_at <= now() then now() + window_length else a.window_ends_at end
    where a.attempts <= allowed or a.window_ends_at <= now()
    returning * into known;
    if not found then
      -- Somebody else has just used up the last one.
      select a.* into known from login_attempts a where a.key = attempt_key;
    end if;
    if known.attempts <= allowed then return 0; end if;
  end if;
  return greatest(1, ceil(extract(epoch from known.window_ends_at - now())));
end $function$;

CREATE OR REPLACE FUNCTION app.count_changed_contracts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  appended bigint;
  moved bigint;
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  insert into contract_figures (status, was_awarded, contract_type, contracts, paper_cost)
  select status, app.was_awarded(status, awarded_date), coalesce(contract_type, ''), sum(sign),
    coalesce(sum(sign * paper_cost), 0)
  from (select 1 as sign, given.* from given union all select -1, before.* from before) changed
  where deleted_at is null group by 1, 2, 3 having sum(sign) <> 0 or coalesce(sum(sign * paper_cost), 0) <> 0;
  get diagnostics appended = row_count;
  insert into deposit_figures (contract_status, status, deposit_type, deposits, amount, received, lost, carried, dated, days)
  select move.contract_status, d.status, d.deposit_type, sum(move.sign * d.deposits), sum(move.sign * d.amount),
    sum(move.sign * d.received), sum(move.sign * d.lost), sum(move.sign * d.carried),
    sum(move.sign * d.dated), sum(move.sign * d.days)
  from (
    select tenant_id, id, max(status) filter (where is_now) as now, max(status) filter (where not is_now) as was
    from (select true as is_now, given.* from given union all select false, before.* from before) changed
    group by 1, 2 having max(status) filter (where is_now) <> max(status) filter (where not is_now)) c
  cross join lateral (
    select status, deposit_type, count(*) as deposits, sum(amount) as amount, sum(received_amount) as received,
      sum(lost_amount) as lost, sum(carried_amount) as carried,
      count(deposit_returned_date - deposit_submitted_date) as dated,
      coalesce(sum(deposit_returned_date - deposit_submitted_date), 0) as days
    from security_deposits d where d.tenant_id = c.tenant_id and d.contract_id = c.id and d.deleted_at is null
    group by 1, 2) d
  cross join lateral (values (c.now, 1), (c.was, -1)) as move (contract_status, sign)
  group by 1, 2, 3;
  get diagnostics moved = row_count;
  perform app.fold_figures(appended + moved);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.count_changed_deposits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  appended bigint;
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  -- The status of their contracts must not change until this is stored; what it is now, the next statement sees.
  perform from (select tenant_id, contract_id from given union select tenant_id, contract_id from before order by 2) d
  cross join lateral (select from contracts c where c.tenant_id = d.tenant_id and c.id = d.contract_id for share) c;
  insert into deposit_figures (contract_status, status, deposit_type, deposits, amount, received, lost, carried, dated, days)
  select * from (
    select c.status, d.status as of_deposit, d.deposit_type, sum(d.sign) as deposits, sum(d.sign * d.amount) as amount,
      sum(d.sign * d.received_amount) as received, sum(d.sign * d.lost_amount) as lost, sum(d.sign * d.carried_amount) as carried,
      sum(d.sign * num_nonnulls(d.deposit_returned_date - d.deposit_submitted_date)) as dated,
      coalesce(sum(d.sign * (d.deposit_returned_date - d.deposit_submitted_date)), 0) as days
    from (select 1 as sign, given.* from given union all select -1, before.* from before) d
    cross join lateral (select status from contracts c where c.tenant_id = d.tenant_id and c.id = d.contract_id offset 0) c
    where d.deleted_at is null group by 1, 2, 3) changed
  where num_nonnulls(nullif(deposits, 0), nullif(amount, 0), nullif(received, 0), nullif(lost, 0), nullif(carried, 0),
    nullif(dated, 0), nullif(days, 0)) > 0;
  get diagnostics appended = row_count;
  perform app.fold_figures(appended);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.count_new_contracts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  appended bigint;
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  insert into contract_figures (status, was_awarded, contract_type, contracts, paper_cost)
  select status, app.was_awarded(status, awarded_date), coalesce(contract_type, ''), count(*), coalesce(sum(paper_cost), 0)
  from given where deleted_at is null group by 1, 2, 3;
  get diagnostics appended = row_count;
  if random() * 100 <= appended then perform app.fold_figures(100); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.count_new_deposits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  appended bigint;
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  insert into deposit_figures (contract_status, status, deposit_type, deposits, amount, received, lost, carried, dated, days)
  select c.status, d.status, d.deposit_type, count(*), sum(d.amount), sum(d.received_amount), sum(d.lost_amount), sum(d.carried_amount),
    count(d.deposit_returned_date - d.deposit_submitted_date),
    coalesce(sum(d.deposit_returned_date - d.deposit_submitted_date), 0)
  from given d
  cross join lateral (select status from contracts c where c.tenant_id = d.tenant_id and c.id = d.contract_id offset 0) c
  where d.deleted_at is null group by 1, 2, 3;
  get diagnostics appended = row_count;
  perform app.fold_figures(appended);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.day_start(day date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT
         CASE
             WHEN ((((starts.at - '01:00:00'::interval) AT TIME ZONE zone.name))::date = day_start.day) THEN (starts.at - '01:00:00'::interval)
             ELSE starts.at
         END AS at
    FROM ( SELECT app.time_zone() AS name) zone,
     LATERAL ( SELECT ((day_start.day)::timestamp without time zone AT TIME ZONE zone.name) AS at) starts;
END;

CREATE OR REPLACE FUNCTION app.days_near(due date[])
 RETURNS TABLE(day date, before date, after date, bank_before date, bank_after date)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  near_from date := app.today() - 4000;
  near_until date := app.today() + 4000;
  is_range boolean := cardinality(due) > 50;
begin
  return query
    select d.day, app.nearest_day(d.day, -1, false, s.weekly_off, s.saturdays_off), app.nearest_day(d.day, 1, false, s.weekly_off, s.saturdays_off),
      app.nearest_day(d.day, -1, true, s.weekly_off, s.saturdays_off), app.nearest_day(d.day, 1, true, s.weekly_off, s.saturdays_off)
    from (select distinct u.day from unnest(due) u (day)) d join app.company_settings_in_force s on s.tenant_id = app.tenant_id()
    where not is_range or d.day not between near_from and near_until;
  if is_range then
    return query
      select near.* from (select min(u.day) as first, max(u.day) as last from unnest(due) u (day) where u.day between near_from and near_until) span
      cross join lateral app.act_days(span.first, span.last) near;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION app.deadline_differences()
 RETURNS TABLE(record_type text, record_id uuid, kind text, stored jsonb, computed jsonb)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 WITH said AS MATERIALIZED (
          SELECT v.record_type,
             v.tenant_id,
             v.record_id,
             v.kind,
             v.due_on,
             v.open_from,
             v.open_until,
             v.owners
            FROM ( SELECT 'CONTRACT'::text AS record_type,
                     v_1.tenant_id,
                     v_1.record_id,
                     v_1.kind,
                     v_1.due_on,
                     v_1.open_from,
                     v_1.open_until,
                     v_1.owners
                    FROM app.contract_deadlines v_1
                 UNION ALL
                  SELECT 'DEPOSIT'::text,
                     v_1.tenant_id,
                     v_1.record_id,
                     v_1.kind,
                     v_1.due_on,
                     v_1.open_from,
                     v_1.open_until,
                     v_1.owners
                    FROM app.deposit_deadlines v_1
                 UNION ALL
                  SELECT 'EXEMPTION'::text,
                     v_1.tenant_id,
                     v_1.record_id,
                     v_1.kind,
                     v_1.due_on,
                     v_1.open_from,
                     v_1.open_until,
                     v_1.owners
                    FROM app.exemption_deadlines v_1
                 UNION ALL
                  SELECT 'INSTRUMENT'::text,
                     v_1.tenant_id,
                     v_1.record_id,
                     v_1.kind,
                     v_1.due_on,
                     v_1.open_from,
                     v_1.open_until,
                     v_1.owners
                    FROM app.instrument_deadlines v_1
                 UNION ALL
                  SELECT 'FACILITY'::text,
                     v_1.tenant_id,
                     v_1.record_id,
                     v_1.kind,
                     v_1.due_on,
                     v_1.open_from,
                     v_1.open_until,
                     v_1.owners
                    FROM app.facility_deadlines v_1
                 UNION ALL
                  SELECT 'PLAN'::text,
                     v_1.tenant_id,
                     v_1.record_id,
                     v_1.kind,
                     v_1.due_on,
                     v_1.open_from,
                     v_1.open_until,
                     v_1.owners
                    FROM app.plan_deadlines v_1
                 UNION ALL
                  SELECT 'PROJECT'::text,
                     v_1.tenant_id,
                     v_1.record_id,
                     v_1.kind,
                     v_1.due_on,
                     v_1.open_from,
                     v_1.open_until,
                     v_1.owners
                    FROM app.project_deadlines v_1
                 UNION ALL
                  SELECT 'TASK'::text,
                     v_1.tenant_id,
                     v_1.record_id,
                     v_1.kind,
                     v_1.due_on,
                     v_1.open_from,
                     v_1.open_until,
                     v_1.owners
                    FROM app.task_deadlines v_1
                 UNION ALL
                  SELECT 'GENERAL_TASK'::text,
                     v_1.tenant_id,
                     v_1.record_id,
                     v_1.kind,
                     v_1.due_on,
                     v_1.open_from,
                     v_1.open_until,
                     v_1.owners
                    FROM app.general_task_deadlines v_1
                 UNION ALL
                  SELECT 'DOCUMENT'::text,
                     v_1.tenant_id,
                     v_1.record_id,
                     v_1.kind,
                     v_1.due_on,
                     v_1.open_from,
                     v_1.open_until,
                     v_1.owners
                    FROM app.document_deadlines v_1) v
           WHERE (v.tenant_id = app.tenant_id())
         ), days AS MATERIALIZED (
          SELECT days_near.day,
             days_near.before,
             days_near.after,
             days_near.bank_before,
             days_near.bank_after
            FROM app.days_near(ARRAY( SELECT DISTINCT said.due_on
                    FROM said)) days_near(day, before, after, bank_before, bank_after)
         ), computed AS (
          SELECT s_1.record_type,
             s_1.record_id,
             s_1.kind,
             jsonb_build_object('due_on', s_1.due_on, 'act_by', app.act_by(s_1.kind, s_1.due_on, days.before, days.after, days.bank_before, days.bank_after), 'open_from', s_1.open_from, 'open_until', s_1.open_until, 'owners', s_1.owners, 'owner_id', app.first_active(s_1.owners)) AS "row"
            FROM (said s_1
              JOIN days ON ((days.day = s_1.due_on)))
         ), stored AS (
          SELECT d.record_type,
             d.record_id,
             d.kind,
             jsonb_build_object('due_on', d.due_on, 'act_by', d.act_by, 'open_from', d.open_from, 'open_until', d.open_until, 'owners', d.owners, 'owner_id', d.owner_id) AS "row"
            FROM deadlines d
           WHERE (d.tenant_id = app.tenant_id())
         )
  SELECT COALESCE(s.record_type, c.record_type) AS "coalesce",
     COALESCE(s.record_id, c.record_id) AS "coalesce",
     COALESCE(s.kind, c.kind) AS "coalesce",
     s."row",
     c."row"
    FROM (stored s
      FULL JOIN computed c ON (((c.record_id = s.record_id) AND (c.kind = s.kind) AND (c.record_type = s.record_type))))
   WHERE (s."row" IS DISTINCT FROM c."row");
END;

CREATE OR REPLACE FUNCTION app.deadline_types()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY['CONTRACT'::text, 'DEPOSIT'::text, 'EXEMPTION'::text, 'INSTRUMENT'::text, 'FACILITY'::text, 'PLAN'::text, 'PROJECT'::text, 'TASK'::text, 'GENERAL_TASK'::text, 'DOCUMENT'::text];

CREATE OR REPLACE FUNCTION app.delete_with_party()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update party_gstins g set deleted_at = new.deleted_at where g.tenant_id = new.tenant_id and g.party_id = new.id and g.deleted_at is null;
  update party_banks b set deleted_at = new.deleted_at where b.tenant_id = new.tenant_id and b.party_id = new.id and b.deleted_at is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.deposit_state_differences()
 RETURNS TABLE(deposit_id uuid, stored jsonb, computed jsonb)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 WITH computed AS MATERIALIZED (
          SELECT v.deposit_id,
             (to_jsonb(v.*) || jsonb_build_object('owner_id', app.first_active(v.owners))) AS "row"
            FROM app.computed_deposit_states v
           WHERE (v.tenant_id = app.tenant_id())
         ), stored AS (
          SELECT s_1.deposit_id,
             to_jsonb(s_1.*) AS "row"
            FROM deposit_states s_1
           WHERE (s_1.tenant_id = app.tenant_id())
         )
  SELECT COALESCE(s.deposit_id, c.deposit_id) AS "coalesce",
     s."row",
     c."row"
    FROM (stored s
      FULL JOIN computed c ON ((c.deposit_id = s.deposit_id)))
   WHERE (s."row" IS DISTINCT FROM c."row");
END;

CREATE OR REPLACE FUNCTION app.digests_due()
 RETURNS TABLE(user_id uuid, slot text)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 WITH here AS MATERIALIZED (
          SELECT t.id,
             app.today() AS today,
             EXTRACT(hour FROM (clock_timestamp() AT TIME ZONE t.time_zone)) AS hour,
             s.day_ends_at
            FROM ((tenants t
              JOIN mail_starts m ON ((m.tenant_id = t.id)))
              JOIN app.company_settings_in_force s ON ((s.tenant_id = t.id)))
           WHERE ((t.id = app.tenant_id()) AND (t.status = 'ACTIVE'::text) AND (t.deleted_at IS NULL))
         ), wanting AS MATERIALIZED (
          SELECT u.id AS user_id,
             to_char((here.today)::timestamp with time zone, 'YYYY-MM-DD'::text) AS slot,
             n.free_days
            FROM ((here
              JOIN users u ON (((u.tenant_id = here.id) AND u.is_active AND (u.deleted_at IS NULL) AND (u.email IS NOT NULL))))
              JOIN app.notification_settings_in_force n ON (((n.tenant_id = u.tenant_id) AND (n.user_id = u.id))))
           WHERE (n.digest AND (here.hour >= (n.digest_hour)::numeric) AND ((here.hour < (here.day_ends_at)::numeric) OR (n.digest_hour >= here.day_ends_at)))
         )
  SELECT w.user_id,
     w.slot
    FROM wanting w
   WHERE ((NOT (EXISTS ( SELECT
            FROM mails m
           WHERE ((m.tenant_id = app.tenant_id()) AND (m.user_id = w.user_id) AND (m.kind = 'DIGEST'::text) AND (m.slot = w.slot))))) AND (w.free_days OR ( SELECT (d.before = d.day)
            FROM here,
             LATERAL app.work_days(here.today, here.today) d(day, before, after))));
END;

CREATE OR REPLACE FUNCTION app.documents_to_sweep(whole_since timestamp with time zone, parts_since timestamp with time zone)
 RETURNS TABLE(company uuid, document uuid, silent_since timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  for company in select t.id from tenants t order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    for document, silent_since in
      (select u.id, case when u.store_attempt is null then whole_since else parts_since end from document_uploads u
        where u.tenant_id = company and u.seen_at < case when u.store_attempt is null then whole_since else parts_since end
        limit 1000)
      union all
      (select d.id, null from documents d
        where d.tenant_id = company and d.deleted_at is not null and not d.is_erased limit 1000)
    loop return next; end loop;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $function$;

CREATE OR REPLACE FUNCTION app.drop_stage(bill uuid, stage text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 DELETE FROM bill_items i
   WHERE ((i.tenant_id = app.tenant_id()) AND (i.bill_id = drop_stage.bill) AND (i.stage = drop_stage.stage));
 DELETE FROM bill_lines l
   WHERE ((l.tenant_id = app.tenant_id()) AND (l.bill_id = drop_stage.bill) AND (l.stage = drop_stage.stage));
END;

CREATE OR REPLACE FUNCTION app.end_feeds()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update calendar_feeds f set deleted_at = now() where f.tenant_id = new.tenant_id and f.user_id = new.user_id and f.deleted_at is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.end_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update sessions s set ended_at = now(), ended_because = tg_argv[0]
  where s.tenant_id = (to_jsonb(new) ->> tg_argv[1])::uuid and s.ended_at is null
    and (tg_table_name = 'tenants' or s.user_id = new.id);
  update calendar_feeds f set deleted_at = now()
  where f.tenant_id = (to_jsonb(new) ->> tg_argv[1])::uuid and f.deleted_at is null
    and (tg_table_name = 'tenants' or f.user_id = new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.enter(tenant uuid, caller uuid, session uuid, module_keys text[], flag text, platform boolean, origin text, known bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  company_kind text;
  found_version bigint;
  is_sample boolean;
  may boolean;
  lacks_factor boolean;
  operator boolean;
  -- What is assigned is worked out at once, where a query would first be prepared.
  set_to text;
begin
  set_to := set_config('app.tenant_id', tenant::text, true);
  set_to := set_config('app.user_id', caller::text, true);
  set_to := set_config('app.origin', origin, true);
  set_to := set_config('app.visiting', 'off', true);
  set_to := set_config('app.operator', 'off', true);
  if not platform and exists (select from sessions s
    where s.tenant_id = tenant and s.id = session and s.user_id = caller and s.ended_at is null and s.expires_at > now()
      and known = coalesce((select v.version from access_versions v where v.tenant_id = tenant), 0))
  then
    return null;
  end if;
  select t.kind, t.is_sample, coalesce((select v.version from access_versions v where v.tenant_id = tenant), 0),
    module_keys is null or exists (
      select from user_roles ur
      join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.deleted_at is null
      join role_permissions p on p.tenant_id = ur.tenant_id and p.role_id = ur.role_id
      join modules m on m.id = p.module_id and m.status and m.deleted_at is null
      where ur.tenant_id = tenant and ur.user_id = caller and m.key = any (module_keys)
        and case flag when 'canCreate' then p.can_create when 'canView' then p.can_view when 'canEdit' then p.can_edit
          when 'canDelete' then p.can_delete when 'canReport' then p.can_report end),
    module_keys is not null and t.requires_second_factor and not exists (select from second_factors f
      where f.tenant_id = tenant and f.user_id = caller and f.confirmed_at is not null)
  into company_kind, is_sample, found_version, may, lacks_factor
  from sessions s
  join users u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.is_active and u.deleted_at is null
  join tenants t on t.id = s.tenant_id and t.status = 'ACTIVE' and t.deleted_at is null
  where s.tenant_id = tenant and s.id = session and s.user_id = caller and s.ended_at is null and s.expires_at > now();
  if is_sample then
    perform app.hold_sample_calls(tenant);
    -- Waited for an erasing, the session may be gone.
    if not exists (select from sessions s where s.tenant_id = tenant and s.id = session and s.ended_at is null) then
      company_kind := null;
    end if;
  end if;
  if company_kind is null then raise exception 'Please sign in.' using errcode = 'PL401'; end if;
  if not may then raise exception 'You do not have permission to do this.' using errcode = 'PL403'; end if;
  if lacks_factor then raise sqlstate 'PL428'; end if;
  operator := platform and company_kind = 'OPERATOR';
  if operator then set_to := set_config('app.operator', 'on', true); end if;
  -- Of a sample company everything is asked each time: it may be erased.
  return jsonb_build_object('operator', operator, 'version', case when not is_sample then found_version end);
end $function$;

CREATE OR REPLACE FUNCTION app.entered_settlements(company uuid, deposit uuid, OUT received numeric, OUT lost numeric, OUT carried numeric, OUT money_came boolean, OUT paper_came boolean, OUT back_on date)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(s.amount) filter (where s.kind in ('RECEIVED', 'RELEASED')), 0),
    coalesce(sum(s.amount) filter (where s.kind in ('FORFEITED', 'DEDUCTED', 'WRITTEN_OFF')), 0),
    coalesce(sum(s.amount) filter (where s.kind = 'CARRIED'), 0),
    coalesce(bool_or(s.kind = 'RECEIVED'), false), coalesce(bool_or(s.kind in ('RELEASED', 'CARRIED')), false),
    max(s.settled_on) filter (where s.kind in ('RECEIVED', 'RELEASED'))
  from deposit_settlements s
  where s.tenant_id = company and s.deposit_id = deposit and s.source = 'ENTERED' and s.cancelled_at is null
$function$;

CREATE OR REPLACE FUNCTION app.erase_sample(keeper uuid, kept_roles uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  company uuid := app.tenant_id();
  in_store uuid[];
  tbl name;
begin
  perform from tenants t where t.id = company and t.is_sample for no key update;
  if not found then
    raise exception 'Only the sample company can be erased. This one is your own.' using errcode = 'PL409';
  end if;
  perform set_config('app.erasing', 'on', true);

  insert into document_uploads (tenant_id, id, entity_type, entity_id, file_name, size, doc_type, seen_at)
  select company, d.id, d.entity_type, company, 'erased', d.size, 'erased', to_timestamp(0) from documents d
  where d.tenant_id = company and not d.is_erased;
  update document_uploads u set seen_at = to_timestamp(0) where u.tenant_id = company and u.store_attempt is not null;
  in_store := array(select u.id from document_uploads u where u.tenant_id = company and u.seen_at = to_timestamp(0));

  for tbl in
    with recursive companies (id, name) as (
      select c.oid, c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition),
    refers (child, parent) as (
      select distinct k.conrelid, k.confrelid from pg_constraint k join companies on companies.id = k.confrelid
      where k.contype = 'f' and k.conrelid <> k.confrelid and k.conrelid in (select id from companies)),
    -- By table, over how many references another is reached.
    reaches (id, steps) as (
      select id, 0 from companies
      union select r.child, reaches.steps + 1 from reaches join refers r on r.parent = reaches.id)
      cycle id set is_again using path
    select t.name from companies t
    where t.name not in (
      -- Counts the changes of rights, these too: sessions are judged by it.
      'access_versions',
      -- Notes of what the store holds: they go with the files.
      'document_uploads')
    order by
      -- Whoever signs in at this moment holds their password, and then has a session.
      array_position('{user_passwords,sessions}', t.name) nulls last,
      -- What refers to others goes before them.
      (select max(reaches.steps) from reaches where reaches.id = t.id) desc,
      -- What stands alone is summed and told of the rest, by its triggers: it goes last.
      not exists (select from refers r where t.id in (r.child, r.parent)), t.name
  loop
    execute format('delete from public.%I where tenant_id = $1', tbl) || case tbl
      when 'users' then ' and id <> $2'
      when 'user_passwords' then ' and user_id <> $2'
      when 'roles' then ' and id <> all ($3)'
      when 'role_permissions' then ' and role_id <> all ($3)'
      when 'user_roles' then ' and (user_id <> $2 or role_id <> all ($3))'
      else '' end
    using company, keeper, kept_roles;
  end loop;
  update tenants t set is_sample = false, sample_erased_at = clock_timestamp() where t.id = company;
  return in_store;
end $function$;

CREATE OR REPLACE FUNCTION app.exemption_is_needed(state text, purpose text, contract_status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((state <> 'REFUSED'::text) AND CASE purpose WHEN 'EMD'::text THEN (contract_status = ANY (ARRAY['DRAFT'::text, 'SUBMITTED'::text, 'AWARDED'::text, 'ACCEPTED'::text])) ELSE (contract_status <> ALL (ARRAY['REJECTED'::text, 'CANCELLED'::text, 'TERMINATED'::text, 'CLOSED'::text])) END);

CREATE OR REPLACE FUNCTION app.facility_name(bank text, name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (name <> ''::text) THEN ((bank || ', '::text) || name) ELSE bank END;

CREATE OR REPLACE FUNCTION app.find_login(tenant_name text, login text)
 RETURNS TABLE(tenant_id uuid, user_id uuid, password_hash text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  tenant uuid := (select t.id from tenants t
    where lower(t.name) = lower(trim(tenant_name)) and t.status = 'ACTIVE' and t.deleted_at is null);
begin
  if tenant is null then return; end if;
  perform set_config('app.tenant_id', tenant::text, true);
  return query select u.tenant_id, u.id, p.hash from users u
    join user_passwords p on p.tenant_id = u.tenant_id and p.user_id = u.id
    where u.tenant_id = tenant and u.is_active and u.deleted_at is null
      and (lower(u.email) = lower(trim(login)) or u.mobile_no = trim(login));
end $function$;

CREATE OR REPLACE FUNCTION app.first_active(people uuid[])
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN (SELECT u.id FROM (unnest(first_active.people) WITH ORDINALITY o(id, place) JOIN users u ON (((u.tenant_id = app.tenant_id()) AND (u.id = o.id) AND (u.deleted_at IS NULL) AND u.is_active))) ORDER BY o.place LIMIT 1);

CREATE OR REPLACE FUNCTION app.flags_of(holder uuid)
 RETURNS TABLE(role_id uuid, module_id uuid, flag text)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT f.role_id,
     f.module_id,
     f.flag
    FROM ((user_roles ur
      JOIN roles r ON (((r.tenant_id = ur.tenant_id) AND (r.id = ur.role_id) AND (r.deleted_at IS NULL))))
      JOIN app.role_flags f ON (((f.tenant_id = ur.tenant_id) AND (f.role_id = ur.role_id))))
   WHERE ((ur.tenant_id = app.tenant_id()) AND (ur.user_id = flags_of.holder));
END;

CREATE OR REPLACE FUNCTION app.fold_figures(appended bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
begin
  if random() * 100 > appended or not pg_try_advisory_xact_lock(hashtextextended('figures of ' || app.tenant_id(), 0)) then return; end if;
  with folded as (
    delete from contract_figures where tenant_id = app.tenant_id() and id = any (array(
      select id from (select id, count(*) over (partition by status, was_awarded, contract_type) as alike
        from contract_figures where tenant_id = app.tenant_id()) f where alike > 1)) returning *)
  insert into contract_figures (status, was_awarded, contract_type, contracts, paper_cost)
  select status, was_awarded, contract_type, sum(contracts), sum(paper_cost) from folded
  group by 1, 2, 3 having sum(contracts) <> 0 or sum(paper_cost) <> 0;
  with folded as (
    delete from deposit_figures where tenant_id = app.tenant_id() and id = any (array(
      select id from (select id, count(*) over (partition by contract_status, status, deposit_type) as alike
        from deposit_figures where tenant_id = app.tenant_id()) f where alike > 1)) returning *)
  insert into deposit_figures (contract_status, status, deposit_type, deposits, amount, received, lost, carried, dated, days)
  select contract_status, status, deposit_type, sum(deposits), sum(amount), sum(received), sum(lost), sum(carried), sum(dated), sum(days)
  from folded group by 1, 2, 3
  having num_nonnulls(nullif(sum(deposits), 0), nullif(sum(amount), 0), nullif(sum(received), 0), nullif(sum(lost), 0),
    nullif(sum(carried), 0), nullif(sum(dated), 0), nullif(sum(days), 0)) > 0;
end $function$;

CREATE OR REPLACE PROCEDURE app.follow_deadlines(IN tbl regclass, IN watched text[], IN affected text)
 LANGUAGE plpgsql
AS $procedure$
declare
  columns_of text := (select 'row(' || string_agg(format('%%1$s.%I', name), ', ') || ')' from unnest(watched) name);
begin
  execute format($made$
    -- The plan of a first call with one row would join the rows before and after in a nested loop for ever.
    create function app.note_deadlines_of_%1$s() returns trigger language plpgsql security definer
    set search_path = pg_catalog, public, pg_temp set enable_nestloop = off as $body$
    begin
      if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if tg_op = 'INSERT' then
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (select * from after) %2$s) a (company, source, id)
        group by 1, 2;
      else
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (
          select n.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where %3$s is distinct from %4$s
          union all select o.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where %3$s is distinct from %4$s)
          %2$s) a (company, source, id) group by 1, 2;
      end if;
      return null;
    end $body$;
    create trigger deadlines_begin after insert on %1$s referencing new table as after for each statement
      execute function app.note_deadlines_of_%1$s();
    create trigger deadlines_change after update on %1$s referencing old table as before new table as after for each statement
      execute function app.note_deadlines_of_%1$s()
  $made$, tbl, affected, format(columns_of, 'n'), format(columns_of, 'o'));
end $procedure$;

CREATE OR REPLACE FUNCTION app.follow_instrument()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  paper record;
begin
  -- Held as what it covers is judged: of two deposits at the same moment one waits, and neither for the other.
  select nullif(i.number, '') as number, nullif(i.issuer, '') as issuer, nullif(i.branch, '') as branch, i.state into paper
  from instruments i
  where i.tenant_id = new.tenant_id and i.id = new.instrument_id and i.deleted_at is null for no key update;
  if not found then
    raise check_violation using message = 'instrument', constraint = '400 instrumentId must be an instrument of your company';
  end if;
  if tg_op = 'INSERT' or new.instrument_id is distinct from old.instrument_id then
    if paper.state = 'CANCELLED' then
      raise check_violation using message = 'instrument', constraint = '409 instrumentId This instrument was cancelled';
    end if;
  elsif pg_trigger_depth() = 1 then
    if new.instrument_no <> coalesce(paper.number, new.instrument_no) then
      raise check_violation using message = 'instrument',
        constraint = '409 instrumentNo This deposit has an instrument. Change it there.';
    end if;
    if new.bank_name is distinct from coalesce(paper.issuer, new.bank_name) then
      raise check_violation using message = 'instrument',
        constraint = '409 bankName This deposit has an instrument. Change it there.';
    end if;
    if new.bank_address is distinct from coalesce(paper.branch, new.bank_address) then
      raise check_violation using message = 'instrument',
        constraint = '409 bankAddress This deposit has an instrument. Change it there.';
    end if;
  end if;
  new.instrument_no := coalesce(paper.number, new.instrument_no);
  new.bank_name := coalesce(paper.issuer, new.bank_name);
  new.bank_address := coalesce(paper.branch, new.bank_address);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.follow_type()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.purpose is null
    or (tg_op = 'UPDATE' and new.deposit_type <> old.deposit_type and new.purpose = old.purpose and old.purpose = app.purpose_of(old.deposit_type))
  then
    new.purpose := app.purpose_of(new.deposit_type);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.forget_devices(person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 DELETE FROM known_devices d
   WHERE ((d.tenant_id = app.tenant_id()) AND (d.user_id = forget_devices.person));
END;

CREATE OR REPLACE FUNCTION app.forget_password_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  delete from password_links l where l.tenant_id = new.tenant_id and l.user_id = (to_jsonb(new) ->> tg_argv[0])::uuid;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.forget_pending()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update second_factors f set pending_secret = null
  where f.tenant_id = new.tenant_id and f.user_id = new.user_id and f.pending_secret is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.forgive_login(account_key text, address_key text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 UPDATE login_attempts SET attempts = (login_attempts.attempts - 1)
   WHERE ((login_attempts.key = forgive_login.address_key) AND (login_attempts.attempts > 0));
 DELETE FROM login_attempts
   WHERE (login_attempts.key = forgive_login.account_key);
END;

CREATE OR REPLACE FUNCTION app.found(company uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if not app.is_operator() then raise exception 'Not found' using errcode = 'PL404'; end if;
  perform set_config('app.tenant_id', company::text, true), set_config('app.visiting', 'on', true);
end $function$;

CREATE OR REPLACE FUNCTION app.free_sheets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from bill_sheets o where o.tenant_id = new.tenant_id and o.bill_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.gstin_check_character(gstin text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'::text, ((((36 - (sum(((products.product / 36) + (products.product % 36))) % (36)::bigint)) % (36)::bigint))::integer + 1), 1) AS substr FROM (SELECT ((strpos('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'::text, substr(gstin_check_character.gstin, place.place, 1)) - 1) * (2 - (place.place % 2))) AS product FROM generate_series(1, 14) place(place)) products);

CREATE OR REPLACE FUNCTION app.guard_calendar_feed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    if old.deleted_at is not null and new.deleted_at is null then raise exception 'a calendar that was taken back stays so'; end if;
    return new;
  end if;
  if new.user_id is distinct from app.user_id() then raise exception 'a calendar is made by whose it is'; end if;
  if app.is_proved(new.user_id) is not true then raise exception 'a calendar is made with the password of whose it is'; end if;
  perform pg_advisory_xact_lock(hashtextextended('calendars of ' || new.user_id, 0));
  if (select count(*) from calendar_feeds f where f.tenant_id = new.tenant_id and f.user_id = new.user_id and f.deleted_at is null) >= 5
  then
    raise exception 'You have five calendars already. Take one back first.' using errcode = 'PL409';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.guard_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform app.require_leave();
  if app.is_outsider() then perform app.tell_administrators('PERSON_ENTERED', new.id, new.username); end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.guard_grid()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  added app.role_flags[];
  fault text;
begin
  perform app.hold_modules();
  if exists (select from given g join modules m on m.id = g.module_id and m.deleted_at is not null) then
    raise exception 'Not found' using errcode = 'PL404';
  end if;
  if tg_op = 'INSERT' then
    added := array(select f from app.role_flags f join given g on g.role_id = f.role_id and g.module_id = f.module_id);
  else
    added := array(select f from app.role_flags f join before b on b.role_id = f.role_id and b.module_id = f.module_id
      where not case f.flag when 'canCreate' then b.can_create when 'canView' then b.can_view when 'canEdit' then b.can_edit
        when 'canDelete' then b.can_delete else b.can_report end);
  end if;
  select a.module_name into fault from unnest(added) a
  where a.platform and not exists (select from tenants t where t.id = a.tenant_id and t.kind = 'OPERATOR')
  order by a.module_id limit 1;
  if fault is not null then
    raise exception 'Permissions on {module} are for the operators of the installation'
      using detail = jsonb_build_object('module', fault), errcode = 'PL403';
  end if;
  if cardinality(added) > 0 and app.is_outsider() then
    perform app.require_leave();
    perform app.tell_administrators('ROLE_WIDENED', r.id, r.name) from roles r
    where r.tenant_id = app.tenant_id() and r.id in (select a.role_id from unnest(added) a);
  end if;
  if app.is_unbound() then return null; end if;
  select a.flag || ' on ' || a.module_name into fault from unnest(added) a
  where not exists (select from app.flags_of(app.user_id()) mine
    where mine.module_id = a.module_id and mine.flag = a.flag and not exists (select from unnest(added) fresh
      where fresh.role_id = mine.role_id and fresh.module_id = mine.module_id and fresh.flag = mine.flag))
  order by a.module_id limit 1;
  if fault is not null then
    raise exception 'You cannot grant a permission you do not hold yourself: {permission}'
      using detail = jsonb_build_object('permission', fault), errcode = 'PL403';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.guard_mapping()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  missing text;
begin
  -- The role first, as whoever edits it does.
  if not exists (select from roles r where r.tenant_id = new.tenant_id and r.id = new.role_id and r.deleted_at is null for share)
    or not exists (select from users u where u.tenant_id = new.tenant_id and u.id = new.user_id and u.deleted_at is null for share)
  then raise exception 'Not found' using errcode = 'PL404'; end if;
  perform app.require_leave();
  if app.is_outsider() then
    perform app.tell_administrators('ROLE_GIVEN', u.id, u.username) from users u where u.tenant_id = new.tenant_id and u.id = new.user_id;
  end if;
  if app.is_unbound() then return new; end if;
  select f.flag || ' on ' || f.module_name into missing from app.role_flags f
  where f.tenant_id = new.tenant_id and f.role_id = new.role_id and not exists (
    select from app.flags_of(app.user_id()) mine where mine.module_id = f.module_id and mine.flag = f.flag)
  order by f.module_id limit 1;
  if missing is not null then
    raise exception 'You cannot give a role with a permission you do not hold yourself: {permission}'
      using detail = jsonb_build_object('permission', missing), errcode = 'PL403';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.guard_module()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.key := old.key;
  new.platform := old.platform;
  new.built_in := old.built_in;
  if old.deleted_at is null and new.deleted_at is not null then
    if old.built_in then
      raise exception 'It cannot be deleted: the product itself works with this module' using errcode = 'PL409';
    end if;
    -- Whoever grants a permission at this moment comes before or after.
    perform pg_advisory_xact_lock(hashtext('modules in use'));
    if exists (select from role_permissions p
      join roles r on r.tenant_id = p.tenant_id and r.id = p.role_id and r.deleted_at is null
      where p.module_id = old.id and (can_create or can_view or can_edit or can_delete or can_report)) then
      raise exception 'It cannot be deleted: roles still have permissions on it' using errcode = 'PL409';
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.guard_party_bank()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  is_verifying boolean := tg_op = 'UPDATE' and new.verified_at is not null
    and (old.verified_at is null or new.verified_digest is distinct from old.verified_digest);
begin
  if tg_op = 'INSERT' then
    new.verified_by := null;
    new.verified_at := null;
    new.verified_digest := null;
    new.last_verified_by := null;
    new.last_verified_at := null;
    return new;
  end if;
  if (new.party_id, new.account_no, new.ifsc, new.holder) is distinct from (old.party_id, old.account_no, old.ifsc, old.holder) then
    raise exception 'An account is not changed: enter another one.' using errcode = 'PL409';
  end if;
  new.last_verified_by := old.last_verified_by;
  new.last_verified_at := old.last_verified_at;
  -- Held, so that the party is not changed at the same moment.
  perform from parties p where p.tenant_id = new.tenant_id and p.id = new.party_id for share;
  if is_verifying and new.verified_digest is distinct from app.bank_digest(old) then
    raise exception 'The party or the account changed since you looked' using errcode = 'PL412';
  end if;
  if old.verified_at is not null and new.verified_at is null and old.verified_digest is distinct from app.bank_digest(old) then
    new.verified_by := null;
    new.verified_digest := null;
    new.last_verified_by := old.verified_by;
    new.last_verified_at := old.verified_at;
    return new;
  end if;
  if old.verified_at is not null or new.verified_at is null then
    new.verified_by := old.verified_by;
    new.verified_at := old.verified_at;
    new.verified_digest := old.verified_digest;
    return new;
  end if;
  if app.user_id() is null or app.user_id() is not distinct from old.created_by then
    raise exception 'You entered this account yourself: another person must verify it.' using errcode = 'PL409';
  end if;
  if exists (select from app.identity_changes(old.party_id, coalesce(old.last_verified_at, old.created_at)) c
    where c.changed_by = app.user_id())
  then
    raise exception 'You changed this party after the account was entered: another person must verify it.' using errcode = 'PL409';
  end if;
  new.verified_by := app.user_id();
  new.verified_at := clock_timestamp();
  new.verified_digest := app.bank_digest(old);
  new.last_verified_by := null;
  new.last_verified_at := null;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.guard_policy()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not app.is_unbound()
    and not exists (select from app.administrators a where a.tenant_id = new.id and a.id = app.user_id()) then
    raise exception 'Whether everybody needs a second factor is for administrators to decide' using errcode = 'PL403';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.guard_session()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' and app.hold_sign_in(new.user_id) and not app.needs_code(new.user_id) then return new; end if;
  raise exception 'Please sign in.' using errcode = 'PL401';
end $function$;

CREATE OR REPLACE FUNCTION app.guard_sign_in()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    perform app.refuse_outsider();
    perform app.require_say_over(old.user_id);
    return old;
  elsif tg_table_name <> 'users' then
    if tg_op = 'UPDATE' or tg_table_name = 'second_factors' then perform app.refuse_outsider(); end if;
    perform app.require_say_over(new.user_id);
  else
    if new.email is distinct from old.email or new.mobile_no is distinct from old.mobile_no then
      perform app.refuse_outsider();
      perform app.require_say_over(old.id);
    end if;
    if new.is_active and not old.is_active then
      perform app.require_say_over(old.id);
      if app.is_outsider() then perform app.tell_administrators('LET_IN', old.id, old.username); end if;
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.happenings_waiting()
 RETURNS TABLE(company uuid, waiting bigint, oldest double precision)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  for company in select t.id from tenants t where t.status = 'ACTIVE' and t.deleted_at is null order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    select count(*), extract(epoch from clock_timestamp() - min(h.created_at)) into waiting, oldest
    from happenings h where h.tenant_id = company;
    if waiting > 0 then return next; end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $function$;

CREATE OR REPLACE FUNCTION app.has_administrator()
 RETURNS boolean
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM app.administrators a
           WHERE (a.tenant_id = app.tenant_id()))) AS "exists";
END;

CREATE OR REPLACE FUNCTION app.hold_billed_agreement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  sheet uuid := case tg_table_name when 'measurement_sheets' then (to_jsonb(new) ->> 'id')::uuid
    else (to_jsonb(coalesce(new, old)) ->> 'sheet_id')::uuid end;
  agreement_status text;
begin
  select a.status into agreement_status from measurement_sheets s
    join agreements a on a.tenant_id = s.tenant_id and a.id = s.agreement_id
    where s.tenant_id = coalesce(new.tenant_id, old.tenant_id) and s.id = sheet for no key update of a;
  if tg_op = 'INSERT' and agreement_status = 'CLOSED' then
    raise exception 'This agreement is closed and cannot be changed any more' using errcode = 'PL409';
  end if;
  return coalesce(new, old);
end $function$;

CREATE OR REPLACE FUNCTION app.hold_for_deadlines(ids uuid[], first_lock integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('deadlines ' || app.tenant_id()), first_lock + l.lock)
  from (select distinct hashtext(id::text) & 255 as lock from unnest(ids) id order by 1) l;
end $function$;

CREATE OR REPLACE FUNCTION app.hold_modules()
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 SELECT pg_advisory_xact_lock_shared((hashtext('modules in use'::text))::bigint) AS pg_advisory_xact_lock_shared;
END;

CREATE OR REPLACE FUNCTION app.hold_sample()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from tenants t where t.id = app.tenant_id() and t.is_sample) then
    raise exception 'Only the sample company can be erased. This one is your own.' using errcode = 'PL409';
  end if;
  -- Of two who would wait for each other's call to end, one gives way at once.
  if not pg_try_advisory_xact_lock(hashtext('erasing a sample'), hashtext(app.tenant_id()::text)) then
    raise exception 'Somebody is erasing the sample company at this moment.' using errcode = 'PL409';
  end if;
  perform pg_advisory_xact_lock(hashtext('calls of a sample'), hashtext(app.tenant_id()::text));
  if exists (select from users u cross join lateral app.flags_of(u.id) theirs where u.tenant_id = app.tenant_id()
    and u.deleted_at is null and not exists (select from app.flags_of(app.user_id()) mine
      where mine.module_id = theirs.module_id and mine.flag = theirs.flag)) then
    raise exception 'You cannot erase the sample company: somebody in it may do more than you' using errcode = 'PL403';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION app.hold_sample_calls(company uuid)
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 SELECT pg_advisory_xact_lock_shared(hashtext('calls of a sample'::text), hashtext((company)::text)) AS pg_advisory_xact_lock_shared;
END;

CREATE OR REPLACE FUNCTION app.hold_sign_in(person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  perform from tenants t where t.id = app.tenant_id() and t.status = 'ACTIVE' and t.deleted_at is null for share;
  if not found then return false; end if;
  perform from users u where u.tenant_id = app.tenant_id() and u.id = person and u.is_active and u.deleted_at is null for share;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION app.holders(module_key text, flag text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select u.id from users u
  where u.tenant_id = app.tenant_id() and u.is_active and u.deleted_at is null and exists (
    select from user_roles ur
    join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.deleted_at is null
    join role_permissions p on p.tenant_id = ur.tenant_id and p.role_id = ur.role_id
    join modules m on m.id = p.module_id and m.status and m.deleted_at is null
    where ur.tenant_id = u.tenant_id and ur.user_id = u.id and m.key = module_key
      and case flag when 'canCreate' then p.can_create when 'canView' then p.can_view when 'canEdit' then p.can_edit
        when 'canDelete' then p.can_delete when 'canReport' then p.can_report end)
$function$;

CREATE OR REPLACE FUNCTION app.identity_changes(party uuid, since timestamp with time zone)
 RETURNS TABLE(field text, before text, after text, changed_at timestamp with time zone, changed_by uuid)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT c.key,
     (c.value ->> 0),
     (c.value ->> 1),
     e.at,
     e.actor_id
    FROM (audit_entries e
      CROSS JOIN LATERAL jsonb_each(e.changes) c(key, value))
   WHERE ((e.tenant_id = app.tenant_id()) AND (e.record_id = identity_changes.party) AND (e.record_type = 'parties'::text) AND (e.action = 'CHANGED'::text) AND (e.at > identity_changes.since) AND (c.key = ANY (ARRAY['legal_name'::text, 'pan'::text, 'tan'::text])))
 UNION ALL
  SELECT 'gstin'::text,
         CASE e.action
             WHEN 'DELETED'::text THEN g.gstin
             ELSE NULL::text
         END AS "case",
         CASE e.action
             WHEN 'CREATED'::text THEN g.gstin
             ELSE NULL::text
         END AS "case",
     e.at,
     e.actor_id
    FROM (party_gstins g
      JOIN audit_entries e ON (((e.tenant_id = g.tenant_id) AND (e.record_id = g.id) AND (e.record_type = 'party_gstins'::text) AND (e.action = ANY (ARRAY['CREATED'::text, 'DELETED'::text])) AND (e.at > identity_changes.since))))
   WHERE ((g.tenant_id = app.tenant_id()) AND (g.party_id = identity_changes.party) AND app.is_deductors_gstin(g.gstin) AND (NOT (EXISTS ( SELECT
            FROM party_gstins o
           WHERE ((o.tenant_id = g.tenant_id) AND (o.party_id = g.party_id) AND (o.id <> g.id) AND app.is_deductors_gstin(o.gstin) AND (substr(o.gstin, 3, 10) = substr(g.gstin, 3, 10)) AND (o.created_at < e.at) AND ((o.deleted_at IS NULL) OR (EXISTS ( SELECT
                    FROM audit_entries d
                   WHERE ((d.tenant_id = o.tenant_id) AND (d.record_id = o.id) AND (d.record_type = 'party_gstins'::text) AND (d.action = 'DELETED'::text) AND (d.at > e.at))))))))));
END;

CREATE OR REPLACE FUNCTION app.instrument_moved_to(kind text, state text, event text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (event = 'CORRECTED'::text) THEN state WHEN ((event = 'REQUESTED'::text) AND (state = 'DRAFT'::text)) THEN 'REQUESTED'::text WHEN ((event = 'ISSUED'::text) AND (state = ANY (ARRAY['DRAFT'::text, 'REQUESTED'::text]))) THEN 'ISSUED'::text WHEN ((event = 'LODGED'::text) AND (state = ANY (ARRAY['DRAFT'::text, 'REQUESTED'::text, 'ISSUED'::text]))) THEN 'LODGED'::text WHEN ((event = 'CANCELLED'::text) AND (state = ANY (ARRAY['DRAFT'::text, 'REQUESTED'::text, 'ISSUED'::text]))) THEN 'CANCELLED'::text WHEN ((event = 'RETURNED'::text) AND (state = ANY (ARRAY['LODGED'::text, 'CLAIMED'::text]))) THEN CASE WHEN (kind = ANY (ARRAY['ONLINE'::text, 'CASH'::text, 'BILL_DEDUCTION'::text])) THEN 'CLOSED'::text ELSE 'RETURNED'::text END WHEN ((event = 'RENEWED'::text) AND (kind = ANY (ARRAY['FDR'::text, 'TDR'::text, 'NSC'::text])) AND (state = ANY (ARRAY['ISSUED'::text, 'LODGED'::text]))) THEN state WHEN ((event = 'REVALIDATED'::text) AND (kind = ANY (ARRAY['DD'::text, 'BANKERS_CHEQUE'::text])) AND (state = ANY (ARRAY['ISSUED'::text, 'LODGED'::text]))) THEN state WHEN ((event = 'AMOUNT_CHANGED'::text) AND (kind = ANY (ARRAY['BG'::text, 'E_BG'::text, 'SURETY_BOND'::text, 'BILL_DEDUCTION'::text])) AND (state = ANY (ARRAY['ISSUED'::text, 'LODGED'::text]))) THEN state WHEN ((event = 'ENCASHED'::text) AND (kind <> ALL (ARRAY['BG'::text, 'E_BG'::text, 'SURETY_BOND'::text])) AND (state = ANY (ARRAY['ISSUED'::text, 'RETURNED'::text]))) THEN 'CLOSED'::text WHEN (kind <> ALL (ARRAY['BG'::text, 'E_BG'::text, 'SURETY_BOND'::text])) THEN NULL::text WHEN ((event = 'EXTENDED'::text) AND (state = ANY (ARRAY['ISSUED'::text, 'LODGED'::text]))) THEN state WHEN ((event = ANY (ARRAY['EXTENDED'::text, 'CLAIM_WITHDRAWN'::text])) AND (state = 'CLAIMED'::text)) THEN 'LODGED'::text WHEN ((event = ANY (ARRAY['CLAIM_LODGED'::text, 'EXTEND_OR_PAY'::text])) AND (state = 'LODGED'::text)) THEN 'CLAIMED'::text WHEN ((event = ANY (ARRAY['STAYED'::text, 'STAY_VACATED'::text])) AND (state = 'CLAIMED'::text)) THEN 'CLAIMED'::text WHEN ((event = 'PAID_OUT'::text) AND (state = 'CLAIMED'::text)) THEN 'PAID_OUT'::text WHEN ((event = 'DISCHARGED'::text) AND (state = ANY (ARRAY['LODGED'::text, 'PAID_OUT'::text, 'RETURNED'::text]))) THEN 'CLOSED'::text ELSE NULL::text END;

CREATE OR REPLACE FUNCTION app.is_above(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT ((NOT app.is_unbound()) AND (person <> app.user_id()) AND (EXISTS ( SELECT flags_of.module_id,
             flags_of.flag
            FROM app.flags_of(is_above.person) flags_of(role_id, module_id, flag)
         EXCEPT
          SELECT flags_of.module_id,
             flags_of.flag
            FROM app.flags_of(app.user_id()) flags_of(role_id, module_id, flag))));
END;

CREATE OR REPLACE FUNCTION app.is_audited()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT ((app.tenant_id() IS NOT NULL) AND ((current_setting('app.erasing'::text, true) IS DISTINCT FROM 'on'::text) OR (NOT (EXISTS ( SELECT
            FROM tenants t
           WHERE ((t.id = app.tenant_id()) AND t.is_sample))))));
END;

CREATE OR REPLACE FUNCTION app.is_bank_day(day date)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((EXTRACT(isodow FROM day) <> (7)::numeric) AND (NOT ((EXTRACT(isodow FROM day) = (6)::numeric) AND ((((EXTRACT(day FROM day))::integer + 6) / 7) = ANY (ARRAY[2, 4])))) AND ((((EXTRACT(month FROM day) <> (1)::numeric) OR (EXTRACT(day FROM day) <> (26)::numeric)) AND ((EXTRACT(month FROM day) <> (8)::numeric) OR (EXTRACT(day FROM day) <> (15)::numeric))) AND ((EXTRACT(month FROM day) <> (10)::numeric) OR (EXTRACT(day FROM day) <> (2)::numeric))));

CREATE OR REPLACE FUNCTION app.is_banking(day date, closed text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (app.is_bank_day(day) AND COALESCE((closed = 'COMPANY'::text), true));

CREATE OR REPLACE FUNCTION app.is_carried_on(company uuid, from_deposit uuid, into_deposit uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  with recursive reached as (
    select from_deposit as id
    union select s.into_deposit_id from reached r join deposit_settlements s on s.tenant_id = company and s.deposit_id = r.id
      and s.into_deposit_id is not null and s.cancelled_at is null)
  select exists (select from reached where id = into_deposit)
$function$;

CREATE OR REPLACE FUNCTION app.is_deductors_gstin(gstin text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (gstin ~ '^[0-9]{2}[A-Z]{4}[A-Z0-9][0-9]{4}[A-Z][1-9A-Z]D[0-9A-Z]$'::text);

CREATE OR REPLACE FUNCTION app.is_document_name(file_name text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (((length(file_name) >= 1) AND (length(file_name) <= 255)) AND (file_name !~ '[\x01-\x1f\x7f/\\]'::text) AND (file_name <> ALL (ARRAY['.'::text, '..'::text])));

CREATE OR REPLACE FUNCTION app.is_gstin_form(gstin text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (app.is_state_code("left"(gstin, 2)) AND ((gstin ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z][Z1-9ABD-J][0-9A-Z]$'::text) OR (gstin ~ '^[0-9]{2}[A-Z]{4}[A-Z0-9][0-9]{4}[A-Z][1-9A-Z]D[0-9A-Z]$'::text)));

CREATE OR REPLACE FUNCTION app.is_line(line text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (line !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029]'::text);

CREATE OR REPLACE FUNCTION app.is_operator()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (current_setting('app.operator'::text, true) = 'on'::text);

CREATE OR REPLACE FUNCTION app.is_outsider()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN ((app.is_visiting() IS TRUE) AND app.is_settled());

CREATE OR REPLACE FUNCTION app.is_paid(status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status <> ALL (ARRAY['DRAFT'::text, 'REJECTED'::text, 'CANCELLED'::text]));

CREATE OR REPLACE FUNCTION app.is_proved(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (current_setting('app.proved'::text, true) = (person)::text);

CREATE OR REPLACE FUNCTION app.is_settled()
 RETURNS boolean
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT (app.has_administrator() OR (EXISTS ( SELECT
            FROM sessions s
           WHERE (s.tenant_id = app.tenant_id()))) OR (EXISTS ( SELECT
            FROM user_passwords p
           WHERE ((p.tenant_id = app.tenant_id()) AND p.is_own))));
END;

CREATE OR REPLACE FUNCTION app.is_state_code(code text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((code ~ '^[0-9]{2}$'::text) AND ((((code >= '01'::text) AND (code <= '38'::text)) AND (code <> ALL (ARRAY['25'::text, '28'::text]))) OR (code = '97'::text)));

CREATE OR REPLACE FUNCTION app.is_subdomain_taken(wanted text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM tenants
           WHERE (lower(tenants.subdomain) = lower(is_subdomain_taken.wanted)))) AS "exists";
END;

CREATE OR REPLACE FUNCTION app.is_time_zone(zone text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT ((zone = 'Asia/Kolkata'::text) OR (EXISTS ( SELECT
            FROM pg_timezone_names
           WHERE (pg_timezone_names.name = is_time_zone.zone))));
END;

CREATE OR REPLACE FUNCTION app.is_unbound()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN ((app.user_id() IS NULL) OR app.is_visiting());

CREATE OR REPLACE FUNCTION app.is_visiting()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (current_setting('app.visiting'::text, true) = 'on'::text);

CREATE OR REPLACE FUNCTION app.is_working(day date, weekly_off integer[], saturdays_off integer[], closed text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (NOT (((EXTRACT(isodow FROM day))::integer = ANY (weekly_off)) OR ((EXTRACT(isodow FROM day) = (6)::numeric) AND ((((EXTRACT(day FROM day))::integer + 6) / 7) = ANY (saturdays_off))) OR COALESCE((closed <> 'BANKS'::text), false)));

CREATE OR REPLACE FUNCTION app.judge_agreement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  party record;
  project_contract uuid;
begin
  if new.deleted_at is not null then
    if old.status <> 'DRAFT' then
      raise exception 'Only a draft can be deleted: this agreement was signed' using errcode = 'PL409';
    end if;
    return new;
  end if;
  if tg_op = 'UPDATE' then
    if new.direction <> old.direction then
      raise check_violation using message = 'direction', constraint = '409 direction cannot be changed: enter another agreement';
    end if;
    if new.status <> old.status and not app.agreement_may_become(old.status, new.status) then
      raise check_violation using message = 'status', constraint = '409 status cannot go from {from} to {to}',
        detail = jsonb_build_object('from', old.status, 'to', new.status);
    end if;
    if old.status = 'CLOSED' and new.status = 'CLOSED' then
      raise exception 'This agreement is closed and cannot be changed any more' using errcode = 'PL409';
    end if;
  elsif new.status <> 'DRAFT' and new.status <> 'ACTIVE' then
    raise check_violation using message = 'status', constraint = '400 status must be draft or active of a new agreement';
  end if;
  -- Held, so that what it is to the company does not change at the same moment.
  select p.kinds into party from parties p where p.tenant_id = new.tenant_id and p.id = new.party_id for share;
  if new.direction = 'RECEIVABLE' and not 'CLIENT' = any (party.kinds) then
    raise check_violation using message = 'no client', constraint = '400 partyId must be a client: the company is paid by it';
  end if;
  if new.direction = 'PAYABLE' and not party.kinds && '{VENDOR,SUBCONTRACTOR,LABOUR_CONTRACTOR,TRANSPORTER,HIRER}' then
    raise check_violation using message = 'nobody who is paid',
      constraint = '400 partyId must be somebody the company pays for work';
  end if;
  if new.project_id is not null and new.contract_id is not null then
    select p.contract_id into project_contract from projects p where p.tenant_id = new.tenant_id and p.id = new.project_id;
    if project_contract is distinct from new.contract_id then
      raise check_violation using message = 'other contract', constraint = '400 projectId must be the project of this contract';
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.judge_asked(company uuid, deposit uuid, amount numeric, office uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  found_deposit record;
begin
  select d.status, d.open_amount into found_deposit from security_deposits d
  where d.tenant_id = company and d.id = deposit and d.deleted_at is null for share;
  if not found then
    raise check_violation using message = 'deposit', constraint = '400 deposits must be deposits of your company';
  end if;
  if found_deposit.status in ('DRAFT', 'REJECTED', 'CANCELLED') then
    raise check_violation using message = 'unpaid', constraint = '409 deposits Nothing was paid of one of them';
  end if;
  if app.office_of_deposit(company, deposit) is distinct from office then
    raise check_violation using message = 'office', constraint = '409 deposits They lie with different offices';
  end if;
  -- What was open when somebody asked for all of it may not have been: then the amount is nothing.
  if found_deposit.open_amount = 0 or amount is null or amount <= 0 then
    raise check_violation using message = 'over', constraint = '409 deposits Nothing is open of one of them';
  end if;
  if amount > found_deposit.open_amount then
    raise check_violation using message = 'open', constraint = '409 amount is more than what is open of this deposit';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION app.judge_bill()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  agreed record;
  last_number int;
  final_name text;
  later_name text;
  kept text[] := '{updated_at,updated_by}';
begin
  if tg_op = 'DELETE' then
    if exists (select from tenants t where t.id = old.tenant_id and t.is_sample) then return old; end if;
    raise exception 'a bill is never removed';
  end if;
  if tg_op = 'UPDATE' and new.deleted_at is not null then
    if old.status <> 'DRAFT' or new.status <> 'DRAFT' then
      raise exception 'Only a draft can be deleted: this bill was submitted' using errcode = 'PL409';
    end if;
    return new;
  end if;
  -- Everybody who writes bills holds their agreement first: numbers have no gap, and each starts from the one before.
  select a.status, a.direction into agreed from agreements a where a.tenant_id = new.tenant_id and a.id = new.agreement_id
    for no key update;
  if agreed.status = 'CLOSED' then
    raise exception 'This agreement is closed and cannot be changed any more' using errcode = 'PL409';
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'DRAFT' then raise exception 'a bill begins as a draft'; end if;
    if agreed.direction <> 'RECEIVABLE' then
      raise check_violation using message = 'direction', constraint = '400 agreementId must be with a client, who pays the company';
    end if;
    if agreed.status = 'DRAFT' then
      raise check_violation using message = 'draft', constraint = '409 agreementId is a draft: nothing is billed under it yet';
    end if;
    select max(b.number) into last_number from bills b
      where b.tenant_id = new.tenant_id and b.agreement_id = new.agreement_id and b.deleted_at is null;
    if new.number <> last_number + 1 then
      raise check_violation using message = 'number', constraint = '400 number follows from the last bill: it is {number}',
        detail = jsonb_build_object('number', last_number + 1);
    end if;
    new.number := coalesce(new.number, last_number + 1, 1);
  end if;
  if tg_op = 'INSERT' or new.status = 'SUBMITTED' and old.status <> 'SUBMITTED' then
    select app.bill_name(b.title, b.number) into final_name from bills b
      where b.tenant_id = new.tenant_id and b.agreement_id = new.agreement_id and b.deleted_at is null
        and b.kind = 'FINAL' and b.status in ('SUBMITTED', 'RETURNED', 'PASSED') and b.number < new.number;
    if final_name is not null then
      raise check_violation using message = 'final', constraint = '409 agreementId {bill} is its final bill: no other follows',
        detail = jsonb_build_object('bill', final_name);
    end if;
  end if;
  if tg_op = 'INSERT' then return new; end if;
  if (new.agreement_id, new.number) <> (old.agreement_id, old.number) then
    raise exception 'a bill stays of its agreement, and keeps its number';
  end if;
  if new.status <> old.status and not app.bill_may_become(old.status, new.status) then
    raise check_violation using message = 'status', constraint = '409 status cannot go from {from} to {to}',
      detail = jsonb_build_object('from', old.status, 'to', new.status);
  end if;
  if old.status = 'PASSED' and new.status = 'SUBMITTED' then
    select app.bill_name(b.title, b.number) into later_name from bills b
      where b.tenant_id = new.tenant_id and b.agreement_id = new.agreement_id and b.deleted_at is null
        and b.status in ('SUBMITTED', 'RETURNED', 'PASSED') and b.number > new.number order by b.number limit 1;
    if later_name is not null then
      raise check_violation using message = 'later', detail = jsonb_build_object('bill', later_name),
        constraint = '409 status {bill} was submitted after it, and starts from what was passed';
    end if;
    if coalesce(new.taken_back_reason, '') = '' then raise exception 'a memorandum is taken back for a reason'; end if;
  end if;
  if new.passed_on > app.today() then
    raise check_violation using message = 'day', constraint = '400 passedOn must not be after today';
  end if;
  if old.status in ('DRAFT', 'RETURNED') and new.status = old.status then
    if (new.input, new.basis, new.net_claimed, new.claim_entry, new.taken_back_reason)
      is distinct from (old.input, old.basis, old.net_claimed, old.claim_entry, old.taken_back_reason)
    then
      raise exception 'a claim is computed when it is submitted';
    end if;
    return new;
  end if;
  -- With its new status comes what belongs to that, and nothing else.
  if new.status <> old.status then
    kept := kept || '{status}' || case
      when old.status = 'PASSED' then '{memo_no,passed_on,memorandum,work_passed,net_passed,taken_back_reason}'::text[]
      when new.status = 'SUBMITTED' then '{input,basis,net_claimed}' when new.status = 'RETURNED' then '{return_reason}'
      when new.status = 'CANCELLED' then '{cancel_reason}' else '{memo_no,passed_on,memorandum,work_passed,net_passed}' end;
  end if;
  if to_jsonb(new) - kept <> to_jsonb(old) - kept then
    raise check_violation using message = 'frozen', detail = jsonb_build_object('bill', app.bill_name(old.title, old.number)),
      constraint = case old.status when 'PASSED' then '409 status {bill} was passed and stays as it is'
        when 'CANCELLED' then '409 status {bill} was cancelled and stays as it is'
        else '409 status {bill} is with the department: it is changed once it comes back' end;
  end if;
  -- An edit after the bill came back was never submitted: a cancelled bill shows what was.
  if old.status in ('DRAFT', 'RETURNED') and new.status = 'SUBMITTED' then
    new.claim_entry := app.bill_entry(new);
  elsif new.status = 'CANCELLED' then
    new := jsonb_populate_record(new, old.claim_entry);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.judge_bill_head()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  agreed record;
begin
  select a.status, a.value into agreed from agreements a where a.tenant_id = new.tenant_id and a.id = new.agreement_id for share;
  if agreed.status = 'CLOSED' then
    raise exception 'This agreement is closed and cannot be changed any more' using errcode = 'PL409';
  end if;
  if tg_op = 'UPDATE' and (new.agreement_id, new.head) <> (old.agreement_id, old.head) then
    raise exception 'a head of bills stays what and where it is';
  end if;
  if new.deleted_at is null and new.head = 'RETENTION' and new.cap_percent > 0 and agreed.value is null then
    raise check_violation using message = 'no value', constraint = '400 capPercent needs the agreed value: enter it in the agreement';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.judge_bill_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  bill_status text;
begin
  if tg_op = 'UPDATE' then raise exception 'a line of a bill is never changed'; end if;
  if tg_op = 'DELETE' then
    if exists (select from bills b where b.tenant_id = old.tenant_id and b.id = old.bill_id
        and b.status = case old.stage when 'CLAIMED' then 'RETURNED' else 'SUBMITTED' end)
      or exists (select from tenants t where t.id = old.tenant_id and t.is_sample)
    then
      return old;
    end if;
    raise exception 'a line of a bill is never removed';
  end if;
  select b.status into bill_status from bills b where b.tenant_id = new.tenant_id and b.id = new.bill_id;
  if new.stage = 'CLAIMED' and bill_status not in ('DRAFT', 'RETURNED') or new.stage = 'PASSED' and bill_status <> 'SUBMITTED' then
    raise exception 'lines of a bill are written before it goes on';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.judge_bill_sheet()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  bill record;
  sheet record;
begin
  if tg_op = 'UPDATE' then raise exception 'a sheet is taken out of one bill and put into another'; end if;
  if tg_op = 'DELETE' then
    if exists (select from bills b where b.tenant_id = old.tenant_id and b.id = old.bill_id and b.status in ('SUBMITTED', 'PASSED'))
      and not exists (select from tenants t where t.id = old.tenant_id and t.is_sample)
    then
      raise exception 'a sheet stays in a bill that was submitted';
    end if;
    return old;
  end if;
  select b.agreement_id, b.status, b.upto_date, b.work_source into bill from bills b
    where b.tenant_id = new.tenant_id and b.id = new.bill_id and b.deleted_at is null for share;
  if bill.work_source is distinct from 'ITEMS' or bill.status not in ('DRAFT', 'RETURNED') then
    raise exception 'sheets are put into a bill by items before it is submitted';
  end if;
  -- Who cancels the sheet meanwhile is waited for.
  select s.agreement_id, s.number, s.status, s.measured_on into sheet from measurement_sheets s
    where s.tenant_id = new.tenant_id and s.id = new.sheet_id and s.deleted_at is null for share;
  if not found or sheet.agreement_id <> bill.agreement_id or sheet.status <> 'RECORDED' then
    raise check_violation using message = 'sheet', constraint = '400 sheetIds must be recorded sheets of this agreement';
  end if;
  if sheet.measured_on > bill.upto_date then
    raise check_violation using message = 'day', detail = jsonb_build_object('sheet', sheet.number),
      constraint = '409 sheetIds sheet {sheet} was measured after the work of this bill';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.judge_gstin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  party record;
  right_end text;
begin
  if new.deleted_at is not null then return new; end if;
  if not app.is_gstin_form(new.gstin) then
    raise check_violation using message = 'form', constraint = '400 gstin has the form of no registration';
  end if;
  right_end := app.gstin_check_character(new.gstin);
  if right(new.gstin, 1) <> right_end then
    raise check_violation using message = 'check digit', constraint = '400 gstin must end in {character}: its check digit is wrong',
      detail = jsonb_build_object('character', right_end);
  end if;
  -- Held, so that its PAN and this number are not changed at the same moment.
  select p.pan, p.gst_treatment into party from parties p where p.tenant_id = new.tenant_id and p.id = new.party_id for share;
  if party.gst_treatment = 'UNREGISTERED' then
    raise check_violation using message = 'unregistered', constraint = '400 gstTreatment must not be unregistered with a GSTIN';
  end if;
  if not app.is_deductors_gstin(new.gstin) and party.pan is distinct from substr(new.gstin, 3, 10) then
    raise check_violation using message = 'other pan', constraint = '400 pan is not the one inside the GSTIN';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.judge_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  sheet record;
  item record;
  corrected record;
begin
  if tg_op = 'DELETE' then
    if exists (select from tenants t where t.id = old.tenant_id and t.is_sample) then return old; end if;
    raise exception 'a line of the measurement book is never removed';
  end if;
  select s.status, s.number, s.agreement_id, a.rounding, a.status = 'CLOSED' as is_closed into sheet from measurement_sheets s
    join agreements a on a.tenant_id = s.tenant_id and a.id = s.agreement_id
    where s.tenant_id = new.tenant_id and s.id = new.sheet_id and s.deleted_at is null for share of s;
  if not found then raise exception 'Not found' using errcode = 'PL404'; end if;
  if sheet.status <> 'DRAFT' then
    raise check_violation using message = 'recorded', detail = jsonb_build_object('sheet', sheet.number),
      constraint = '409 sheetId Sheet {sheet} is recorded: correct it by a further line';
  end if;
  if tg_op = 'UPDATE' and (new.sheet_id <> old.sheet_id or old.deleted_at is not null and new.deleted_at is null) then
    raise exception 'a line stays on its sheet, and away once it was deleted';
  end if;
  if new.deleted_at is not null then
    new.line_no := null;
    return new;
  end if;
  if sheet.is_closed then
    raise exception 'This agreement is closed and cannot be changed any more' using errcode = 'PL409';
  end if;
  new.rounding := sheet.rounding;
  select i.agreement_id, i.kind into item from schedule_items i
    where i.tenant_id = new.tenant_id and i.id = new.item_id and i.deleted_at is null;
  if not found or item.agreement_id <> sheet.agreement_id then
    raise check_violation using message = 'item', constraint = '400 itemId must be an item of this agreement';
  end if;
  if item.kind = 'SECTION' then
    raise check_violation using message = 'section', constraint = '400 itemId is a section: measure the items in it';
  end if;
  if new.corrects_line_id is not null then
    select l.item_id, s.agreement_id into corrected from measurement_lines l
      join measurement_sheets s on s.tenant_id = l.tenant_id and s.id = l.sheet_id
      where l.tenant_id = new.tenant_id and l.id = new.corrects_line_id and l.deleted_at is null
        and s.status = 'RECORDED';
    if not found or corrected.agreement_id <> sheet.agreement_id then
      raise check_violation using message = 'corrects', constraint = '400 correctsLineId must be a recorded line of this agreement';
    end if;
    if corrected.item_id <> new.item_id then
      raise check_violation using message = 'corrects', constraint = '400 correctsLineId must be of the same item';
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.judge_party()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.gst_treatment = 'UNREGISTERED' and exists (select from party_gstins g
    where g.tenant_id = new.tenant_id and g.party_id = new.id and g.deleted_at is null)
  then
    raise check_violation using message = 'unregistered', constraint = '400 gstTreatment must not be unregistered with a GSTIN';
  end if;
  if exists (select from party_gstins g where g.tenant_id = new.tenant_id and g.party_id = new.id and g.deleted_at is null
    and not app.is_deductors_gstin(g.gstin) and substr(g.gstin, 3, 10) is distinct from new.pan)
  then
    raise check_violation using message = 'other pan', constraint = '400 pan is not the one inside the GSTIN';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.judge_schedule_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  agreed text;
  section schedule_items;
begin
  select a.status into agreed from agreements a where a.tenant_id = new.tenant_id and a.id = new.agreement_id for share;
  if agreed = 'CLOSED' then
    raise exception 'This agreement is closed and cannot be changed any more' using errcode = 'PL409';
  end if;
  if tg_op = 'UPDATE' and (new.agreement_id <> old.agreement_id or new.kind <> old.kind) then
    raise exception 'an item of a schedule stays what and where it is';
  end if;
  if new.deleted_at is null and new.parent_id is not null then
    select * into section from schedule_items p where p.tenant_id = new.tenant_id and p.id = new.parent_id for share;
    if not found or section.agreement_id <> new.agreement_id or section.kind <> 'SECTION' or section.deleted_at is not null then
      raise check_violation using message = 'no section', constraint = '400 parentId must be a section of this schedule';
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.judge_sheet()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  kept text[] := '{updated_at,updated_by}';
  agreed record;
  corrector int;
begin
  -- A draft goes whatever became of its agreement.
  if tg_op = 'UPDATE' and old.status = 'DRAFT' and new.status = 'DRAFT' and new.deleted_at is not null then return new; end if;
  if tg_op = 'UPDATE' and new.status = 'RECORDED' and old.status = 'DRAFT' then
    select a.status, a.rounding into agreed from agreements a where a.tenant_id = new.tenant_id and a.id = new.agreement_id
      for no key update;
  else
    select a.status, a.rounding into agreed from agreements a where a.tenant_id = new.tenant_id and a.id = new.agreement_id;
  end if;
  if agreed.status = 'CLOSED' then
    raise exception 'This agreement is closed and cannot be changed any more' using errcode = 'PL409';
  end if;
  if agreed.status = 'DRAFT' then
    raise check_violation using message = 'draft', constraint = '409 agreementId is a draft: nothing is measured under it yet';
  end if;
  if new.measured_on > app.today() then
    raise check_violation using message = 'day', constraint = '400 measuredOn must not be after today';
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'DRAFT' then raise exception 'a sheet begins as a draft'; end if;
    return new;
  end if;
  if new.status <> old.status and not app.sheet_may_become(old.status, new.status) then
    raise check_violation using message = 'status', constraint = '409 status cannot go from {from} to {to}',
      detail = jsonb_build_object('from', old.status, 'to', new.status);
  end if;
  if old.status = 'DRAFT' then
    if (new.agreement_id, new.device_key) is distinct from (old.agreement_id, old.device_key) then
      raise exception 'a sheet stays of its agreement and its device';
    end if;
    if new.status = 'RECORDED' then
      new.number := app.record_sheet(new, agreed.rounding);
      new.recorded_by := app.user_id();
      new.recorded_at := clock_timestamp();
    end if;
    return new;
  end if;
  if new.deleted_at is not null then
    raise exception 'Only a draft can be deleted: this sheet was recorded' using errcode = 'PL409';
  end if;
  if new.status <> old.status then kept := kept || '{status,cancel_reason}'; end if;
  if to_jsonb(new) - kept <> to_jsonb(old) - kept then
    raise check_violation using message = 'recorded', detail = jsonb_build_object('sheet', old.number),
      constraint = '409 status Sheet {sheet} is recorded: correct it by a further line';
  end if;
  if new.status = 'CANCELLED' and old.status <> 'CANCELLED' then
    select min(s.number) into corrector from measurement_lines l
    join measurement_lines c on c.tenant_id = l.tenant_id and c.corrects_line_id = l.id and c.deleted_at is null
    join measurement_sheets s on s.tenant_id = c.tenant_id and s.id = c.sheet_id and s.status = 'RECORDED'
    where l.tenant_id = new.tenant_id and l.sheet_id = new.id;
    if corrector is not null then
      raise check_violation using message = 'corrected', detail = jsonb_build_object('sheet', corrector),
        constraint = '409 status Sheet {sheet} corrects this one: cancel that one first';
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.judge_work_source()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  other text;
  sheet int;
begin
  if tg_op = 'UPDATE' then
    if new.work_source <> old.work_source then raise exception 'a bill keeps the source of its work'; end if;
    select min(s.number) into sheet from bill_sheets o
      join measurement_sheets s on s.tenant_id = o.tenant_id and s.id = o.sheet_id
      where o.tenant_id = new.tenant_id and o.bill_id = new.id and s.measured_on > new.upto_date;
    if sheet is not null then
      raise check_violation using message = 'sheet', detail = jsonb_build_object('sheet', sheet),
        constraint = '409 uptoDate is before sheet {sheet} was measured: take it out of the bill first';
    end if;
    return new;
  end if;
  if new.work_source = 'ITEMS' and not exists (select from schedule_items i where i.tenant_id = new.tenant_id
    and i.agreement_id = new.agreement_id and i.kind = 'ITEM' and i.deleted_at is null)
  then
    raise check_violation using message = 'schedule', constraint = '400 workSource needs a schedule: this agreement has no items';
  end if;
  select app.bill_name(b.title, b.number) into other from bills b
    where b.tenant_id = new.tenant_id and b.agreement_id = new.agreement_id and b.deleted_at is null
      and b.status in ('SUBMITTED', 'RETURNED', 'PASSED') and b.work_source <> new.work_source
    order by b.number desc limit 1;
  if other is not null then
    raise check_violation using message = 'source', detail = jsonb_build_object('bill', other),
      constraint = case new.work_source
        when 'ITEMS' then '409 workSource {bill} was billed by typed work, and so is every later one'
        else '409 workSource {bill} was billed by items, and so is every later one' end;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_addressee()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.state <> 'DRAFT' and new.to_parent <> old.to_parent then
    raise exception 'It was sent: what it says is not changed. Withdraw it, or write another one.' using errcode = 'PL409';
  end if;
  if new.to_parent and not exists (select from offices o where o.tenant_id = new.tenant_id and o.id = new.office_id and o.parent_id is not null) then
    raise check_violation using message = 'parent', constraint = '400 toParent There is no office above this one';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_administrator()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if app.tenant_id() is not null and current_setting('app.had_administrator', true) = 'true' and not app.has_administrator() then
    raise exception 'The last administrator of a company stays: somebody must be able to change people and roles'
      using errcode = 'PL409';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_agreement_of_bills()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  open_bill record;
begin
  select b.status, app.bill_name(b.title, b.number) as name into open_bill from bills b
    where b.tenant_id = new.tenant_id and b.agreement_id = new.id and b.deleted_at is null and b.status in ('SUBMITTED', 'RETURNED');
  if found then
    raise check_violation using message = 'open bill', detail = jsonb_build_object('bill', open_bill.name),
      constraint = case open_bill.status
        when 'SUBMITTED' then '409 status {bill} is still with the department: pass or return it first'
        else '409 status {bill} came back from the department: submit it again or cancel it first' end;
  end if;
  return new;
end $function$;

CREATE OR REPLACE PROCEDURE app.keep_audit(IN tbl regclass, IN record name DEFAULT 'id'::name, IN dull text[] DEFAULT '{}'::text[], IN secrets text[] DEFAULT '{}'::text[])
 LANGUAGE plpgsql
AS $procedure$
declare
  untold text[] := dull || record::text || '{tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}';
  watched text;
  names_row text[];
begin
  -- What follows from other columns, or is summed from other rows by triggers, is nobody's act.
  select untold || coalesce(array_agg(attname::text), '{}') into untold from pg_attribute
  where attrelid = tbl and attnum > 0 and not attisdropped and (attgenerated <> '' or attname ~ '^below_|sub_tasks$');
  select string_agg(format('old.%1$I is distinct from new.%1$I', attname), ' or ') into watched from pg_attribute
  where attrelid = tbl and attnum > 0 and not attisdropped and (attname = 'deleted_at' or attname <> all (untold));
  select coalesce(array_agg(a.attname::text), '{}') into names_row from pg_index i
  join pg_attribute a on a.attrelid = tbl and a.attnum = any (i.indkey)
  where i.indrelid = tbl and i.indisprimary and a.attname <> all (array['tenant_id', 'id', record]);
  execute format($made$
    create or replace function app.audit_rows_of_%1$s() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $body$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else %2$L end, tg_table_name, r.%3$I,
        %4$s
      from changed r;
      return null;
    end $body$;
    drop trigger if exists z_audit_made on %1$s; drop trigger if exists z_audit_changed on %1$s;
    drop trigger if exists z_audit_gone on %1$s;
    create trigger z_audit_made after insert on %1$s referencing new table as changed for each statement
      execute function app.audit_rows_of_%1$s();
    create trigger z_audit_gone after delete on %1$s referencing old table as changed for each statement
      execute function app.audit_rows_of_%1$s();
    create trigger z_audit_changed after update on %1$s for each row when (%5$s)
      execute function app.audit_change(%3$L, %6$L, %7$L, %8$L)
  $made$, tbl, case tbl::text when 'sessions' then 'SIGNED_IN' else 'CREATED' end, record,
    app.audit_told(tbl, untold || secrets), watched, untold, secrets, names_row);
end $procedure$;

CREATE OR REPLACE FUNCTION app.keep_billed_agreement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from bills b where b.tenant_id = new.tenant_id and b.agreement_id = new.id and b.work_source = 'ITEMS'
    and b.status in ('SUBMITTED', 'RETURNED', 'PASSED') and b.deleted_at is null)
  then
    raise check_violation using message = 'billed', constraint = format('409 %s stays: work was billed by items under this agreement',
      case when new.pricing <> old.pricing then 'pricing' else 'tenderPercentage' end);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_billed_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from bill_items i join bills b on b.tenant_id = i.tenant_id and b.id = i.bill_id
    where i.tenant_id = new.tenant_id and i.item_id = new.id and b.status in ('SUBMITTED', 'PASSED'))
  then
    raise check_violation using message = 'billed', constraint = format('409 %s stays: this item was billed',
      case when new.rate is distinct from old.rate then 'rate' else 'percentageApplies' end);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_billed_sheet()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  bill record;
begin
  select b.id, b.status, app.bill_name(b.title, b.number) as name into bill from bill_sheets o
    join bills b on b.tenant_id = o.tenant_id and b.id = o.bill_id
    where o.tenant_id = new.tenant_id and o.sheet_id = new.id;
  if bill.status = 'DRAFT' then
    delete from bill_sheets o where o.tenant_id = new.tenant_id and o.sheet_id = new.id;
  elsif found then
    raise check_violation using message = 'billed', detail = jsonb_build_object('sheet', new.number, 'bill', bill.name),
      constraint = '409 status Sheet {sheet} is in {bill}: correct it by a further line';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_client_of_offices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  named record;
begin
  select count(*) as offices, min(app.office_name(o.designation, o.name)) as office into named from offices o
  where o.tenant_id = new.tenant_id and o.party_id = new.id and o.deleted_at is null;
  if named.offices = 0 then return new; end if;
  if new.deleted_at is null then
    raise check_violation using message = 'client', constraint = '409 kinds must keep client: the office {office} names it',
      detail = jsonb_build_object('office', named.office);
  elsif named.offices = 1 then
    raise exception 'It cannot be deleted: the office {office} names it' using errcode = 'PL409',
      detail = jsonb_build_object('office', named.office);
  end if;
  raise exception 'It cannot be deleted: {count} offices name it, such as {office}' using errcode = 'PL409',
    detail = jsonb_build_object('count', named.offices, 'office', named.office);
end $function$;

CREATE OR REPLACE FUNCTION app.keep_company_rule()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.kind <> old.kind then raise exception 'a rule stays of its kind'; end if;
  if old.used_at is null then return new; end if;
  if (new.scope, new.valid_from, new.value, new.deleted_at, new.used_at)
    is distinct from (old.scope, old.valid_from, old.value, old.deleted_at, old.used_at)
  then
    raise exception 'Something was computed by this rule: enter another that holds from a later day.' using errcode = 'PL409';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_confirmation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from rules r where r.id = new.rule_id and r.trust = 'U' and r.withdrawn_at is null) then
    raise exception 'This rule needs no confirmation.' using errcode = 'PL409';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_contact_message(sender text, address text, phone text, words text, origin text)
 RETURNS TABLE(id uuid, created_at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  -- Two at once of the same sender come one after the other.
  perform pg_advisory_xact_lock(hashtext('contact message'), hashtext(address));
  return query select m.id, m.created_at from contact_messages m
    where m.created_at > now() - interval '1 hour' and (m.name, m.email, m.mobile, m.message) = (sender, address, phone, words)
      and m.source is not distinct from origin limit 1;
  if found then return; end if;
  return query insert into contact_messages as m (name, email, mobile, message, source)
    values (sender, address, phone, words, origin) returning m.id, m.created_at;
end $function$;

CREATE OR REPLACE PROCEDURE app.keep_deadlines(IN type text, IN records regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format($made$
    grant select on app.%1$s_deadlines to plinth_app;
    -- One plan for any number of records: each by its id, even while the planner takes the tables for small (offset 0).
    create function app.write_%1$s_deadlines(ids uuid[]) returns void language plpgsql security definer
    set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off as $body$
    begin
      if ids is null then
        ids := array(select r.id from %2$s r where r.deleted_at is null
          union select d.record_id from deadlines d where d.record_type = %3$L);
      end if;
      if cardinality(ids) > 200 then perform app.analyze_for_deadlines(); end if;
      with said as materialized (
        select said.* from unnest(ids) one (id)
        cross join lateral (select v.* from app.%1$s_deadlines v where v.tenant_id = app.tenant_id() and v.record_id = one.id offset 0) said),
      days as materialized (
        select * from app.days_near(array(select distinct said.due_on from said where app.acts_of(said.kind) <> 'same'))),
      found as materialized (
        select s.*, app.first_active(s.owners) as owner_id,
          app.act_by(s.kind, s.due_on, days.before, days.after, days.bank_before, days.bank_after) as act_by
        from said s left join days on days.day = s.due_on),
      gone as (
        delete from deadlines d where d.record_id = any (ids)
          and not exists (select from found f where f.record_id = d.record_id and f.kind = d.kind))
      insert into deadlines as d (record_id, kind, record_type, due_on, act_by, open_from, open_until, owners, owner_id)
      select f.record_id, f.kind, %3$L, f.due_on, f.act_by, f.open_from, f.open_until, f.owners, f.owner_id from found f
      on conflict (tenant_id, record_id, kind) do update set due_on = excluded.due_on, act_by = excluded.act_by,
        open_from = excluded.open_from, open_until = excluded.open_until, owners = excluded.owners, owner_id = excluded.owner_id
      where (d.due_on, d.act_by, d.open_from, d.open_until, d.owners, d.owner_id)
        is distinct from (excluded.due_on, excluded.act_by, excluded.open_from, excluded.open_until, excluded.owners, excluded.owner_id);
    end $body$
  $made$, lower(type), records, type);
end $procedure$;

CREATE OR REPLACE FUNCTION app.keep_deleted_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status = 'DELETED' then new.deleted_at := coalesce(new.deleted_at, now());
  elsif new.deleted_at is not null then new.status := 'DELETED';
  end if;
  return new;
end $function$;

CREATE OR REPLACE PROCEDURE app.keep_derived(IN tbl regclass, IN placed name[] DEFAULT '{}'::name[])
 LANGUAGE plpgsql
AS $procedure$
declare
  generated name[];
  sums name[];
  own text;
begin
  select coalesce(array_agg(attname) filter (where is_generated), '{}'), array_agg(attname) filter (where is_sum),
    string_agg(quote_ident(attname), ', ') filter (where not is_generated and not is_sum)
  into generated, sums, own
  from (select attname, attgenerated <> '' as is_generated, attname ~ '^below_|sub_tasks$' as is_sum from pg_attribute
    where attrelid = tbl and attnum > 0 and not attisdropped) a;
  execute format('drop trigger a_stamp on %s', tbl);
  execute format('create trigger a_stamp before insert or update on %s for each row execute function app.stamp(%L, %L)',
    tbl, sums || placed, generated);
  execute format('revoke insert, update on %s from plinth_app', tbl);
  execute format('grant insert (%s), update (%s) on %s to plinth_app', own, own, tbl);
end $procedure$;

CREATE OR REPLACE FUNCTION app.keep_instrument()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  is_event boolean := pg_trigger_depth() > 1;
  changed text;
begin
  if tg_op = 'INSERT' then
    if new.state <> 'DRAFT' then raise exception 'an instrument begins as a draft'; end if;
  elsif not is_event then
    if new.state <> old.state then raise exception 'a state follows from an event'; end if;
    changed := case when new.kind <> old.kind then 'kind' when new.amount <> old.amount then 'amount'
      when new.issued_on is distinct from old.issued_on then 'issuedOn'
      when new.expires_on is distinct from old.expires_on then 'expiresOn'
      when new.claim_until is distinct from old.claim_until then 'claimUntil'
      when new.matures_on is distinct from old.matures_on then 'maturesOn' end;
    if changed is not null and old.state not in ('DRAFT', 'REQUESTED') then
      raise check_violation using message = 'issued',
        constraint = format('409 %s It is issued: enter what became of it, or a correction', changed);
    end if;
    if new.kind <> old.kind and exists (select from instrument_liens l where l.tenant_id = new.tenant_id
      and new.id in (l.guarantee_id, l.receipt_id) and l.freed_on is null)
    then
      raise check_violation using message = 'lien', constraint = '409 kind It has liens: free them first';
    end if;
    if (new.kind, new.amount) <> (old.kind, old.amount) then
      perform app.require_worth(new.tenant_id, new.id, new.kind, new.amount);
    end if;
  end if;
  if new.kind not in ('DD', 'BANKERS_CHEQUE') then new.stale_on := null;
  elsif tg_op = 'INSERT' or new.kind <> old.kind or new.issued_on is distinct from old.issued_on then
    new.stale_on := (new.issued_on + interval '3 months')::date;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_measured_agreement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.value, new.rounding) is distinct from (old.value, old.rounding) and exists (select from measurement_sheets s
    where s.tenant_id = new.tenant_id and s.agreement_id = new.id and s.number is not null)
  then
    raise check_violation using message = 'measured', constraint = format('409 %s stays: work was measured under this agreement',
      case when new.rounding <> old.rounding then 'rounding' else 'value' end);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_measured_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  sheet record;
begin
  -- Held, so that it is not recorded at the same moment.
  select s.number, s.status into sheet from measurement_sheets s
    where s.tenant_id = old.tenant_id and s.id = old.measurement_sheet_id for share;
  if sheet.status <> 'DRAFT' then
    raise check_violation using message = 'recorded', detail = jsonb_build_object('sheet', sheet.number),
      constraint = '409 status Sheet {sheet} is recorded: its documents stay';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_measured_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from item_totals t where t.tenant_id = new.tenant_id and t.item_id = new.id) then
    raise check_violation using message = 'measured', constraint = format('409 %s stays: this item was measured',
      case when new.unit is distinct from old.unit then 'unit' else 'itemNo' end);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_reminder_rule()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.since := case when tg_op = 'INSERT' then least(new.since, app.today()) when new.is_active and not old.is_active then app.today()
    else least(new.since, old.since) end;
  if tg_op = 'UPDATE' and old.is_built_in and new.deleted_at is not null then
    raise exception 'A rule that every company has is switched off, not deleted.' using errcode = 'PL409';
  end if;
  if new.deleted_at is not null then return new; end if;
  -- Who was named before may have left since: that keeps nobody from changing the rest.
  if exists (select from unnest(new.role_ids || new.escalate_role_ids) named (id)
    where (tg_op = 'INSERT' or named.id <> all (old.role_ids || old.escalate_role_ids)) and not exists (select from roles r where r.tenant_id = new.tenant_id and r.id = named.id and r.deleted_at is null)) then
    raise check_violation using message = 'role', constraint = '400 roleIds must be roles of your company';
  end if;
  if exists (select from unnest(new.user_ids || new.escalate_user_ids) named (id)
    where (tg_op = 'INSERT' or named.id <> all (old.user_ids || old.escalate_user_ids)) and not exists (select from users u where u.tenant_id = new.tenant_id and u.id = named.id and u.deleted_at is null)) then
    raise check_violation using message = 'person', constraint = '400 userIds must be people of your company';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_request()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'DRAFT' then raise exception 'a request begins as a draft'; end if;
    return new;
  end if;
  if new.state <> old.state and (old.state, new.state) not in (('DRAFT', 'SENT'), ('SENT', 'ANSWERED'), ('DRAFT', 'WITHDRAWN'), ('SENT', 'WITHDRAWN')) then
    raise check_violation using message = 'move', constraint = '409 state A request that is {from} cannot become {to}',
      detail = jsonb_build_object('from', old.state, 'to', new.state);
  end if;
  if new.number <> old.number then raise exception 'a number is never changed'; end if;
  if old.state <> 'DRAFT' and (new.office_id, new.language, new.subject, new.body, new.letter_on, new.sent_on)
    is distinct from (old.office_id, old.language, old.subject, old.body, old.letter_on, old.sent_on)
  then
    raise exception 'It was sent: what it says is not changed. Withdraw it, or write another one.' using errcode = 'PL409';
  end if;
  if old.state <> 'DRAFT' and new.deleted_at is not null and old.deleted_at is null then
    raise exception 'It was sent: withdraw it instead.' using errcode = 'PL409';
  end if;
  if new.sent_on > app.today() then
    raise check_violation using message = 'day', constraint = '400 sentOn must not be after today';
  end if;
  if new.answered_on > app.today() then
    raise check_violation using message = 'day', constraint = '400 answeredOn must not be after today';
  end if;
  if old.state = 'DRAFT' and new.state = 'SENT' and not exists (select from refund_request_items i
    where i.tenant_id = new.tenant_id and i.request_id = new.id and i.deleted_at is null)
  then
    raise check_violation using message = 'items', constraint = '409 deposits Choose the deposits that are asked for';
  end if;
  -- What was open when it was named may have come since; and another office is not written to for what lies with this one.
  if old.state = 'DRAFT' and new.deleted_at is null and (new.state = 'SENT' or new.office_id <> old.office_id) then
    perform app.judge_asked(i.tenant_id, i.deposit_id, i.amount, new.office_id) from (select * from refund_request_items i
      where i.tenant_id = new.tenant_id and i.request_id = new.id and i.deleted_at is null order by i.deposit_id) i;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_review()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Tasks that were rejected without a reason before it was asked for can be edited all the same.
  if new.status = 'REJECTED' and coalesce(new.rejection_reason, '') = ''
    and (tg_op = 'INSERT' or old.status <> 'REJECTED' or old.rejection_reason <> '') then
    raise check_violation using constraint = '400 rejectionReason is required to reject a task', message = 'no reason';
  end if;
  if tg_op = 'UPDATE' and old.status = new.status then
    return new;
  end if;
  if new.status = 'APPROVED' and new.open_sub_tasks > 0 then
    raise check_violation using message = 'open sub-tasks', detail = jsonb_build_object('count', new.open_sub_tasks),
      constraint = case when new.open_sub_tasks = 1
        then '409 status It cannot be approved: {count} of its sub-tasks is not approved yet'
        else '409 status It cannot be approved: {count} of its sub-tasks are not approved yet' end;
  end if;
  new.completed_by := case when new.status in ('COMPLETED', 'APPROVED') then coalesce(new.completed_by, app.user_id()) end;
  new.is_approved := new.status = 'APPROVED';
  new.approved_by := case when new.is_approved then app.user_id() end;
  new.approval_date := case when new.is_approved then clock_timestamp() end;
  if new.status = 'UNDER_REVIEW' then
    new.review_requested_by := app.user_id();
    new.review_requested_at := clock_timestamp();
  end if;
  new.rejected_by := case when new.status = 'REJECTED' then app.user_id() end;
  new.rejected_at := case when new.status = 'REJECTED' then clock_timestamp() end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_schedule_of_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select i.item_no, i.description, i.unit, i.quantity, i.limit_percent
    into new.item_no, new.description, new.unit, new.agreed_quantity, new.limit_percent
  from schedule_items i where i.tenant_id = new.tenant_id and i.id = new.item_id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_sent_letter()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state <> 'DRAFT' or new.letter is null or not exists (select from documents d where d.tenant_id = new.tenant_id and d.id = new.document_id
    and d.refund_request_id = new.id and d.deleted_at is null)
  then
    raise exception 'a letter is a document of its own request, and stays that';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_series()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.repeat_every is null then
    new.repeat_from := null;
    new.series_on := null;
  elsif tg_op = 'INSERT' then
    new.repeat_from := coalesce(new.repeat_from, new.due_on);
    new.series_on := new.due_on;
  elsif new.repeat_from is null or (new.repeat_every, new.repeat_unit, new.repeat_from)
    is distinct from (old.repeat_every, old.repeat_unit, old.repeat_from)
  then
    if new.repeat_from is not distinct from old.repeat_from then new.repeat_from := null; end if;
    new.repeat_from := coalesce(new.repeat_from, new.due_on);
    new.series_on := new.due_on;
  else
    new.series_on := old.series_on;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_side_of_agreements()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  named text;
begin
  select a.number into named from agreements a where a.tenant_id = new.tenant_id and a.party_id = new.id and a.deleted_at is null
    and (a.direction = 'RECEIVABLE' and not 'CLIENT' = any (new.kinds)
      or a.direction = 'PAYABLE' and not new.kinds && '{VENDOR,SUBCONTRACTOR,LABOUR_CONTRACTOR,TRANSPORTER,HIRER}')
  order by a.created_at limit 1;
  if named is not null then
    raise check_violation using message = 'side', constraint = '409 kinds must keep what the agreement {number} takes',
      detail = jsonb_build_object('number', named);
  end if;
  return new;
end $function$;

CREATE OR REPLACE PROCEDURE app.keep_stamps(IN tbl regclass, IN derived text[] DEFAULT '{}'::text[])
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s
    add column created_at timestamptz not null default now(), add column created_by uuid,
    add column updated_at timestamptz not null default now(), add column updated_by uuid,
    add column deleted_at timestamptz, add column deleted_by uuid', tbl);
  execute format('create trigger a_stamp before insert or update on %s for each row execute function app.stamp(%s)',
    tbl, case when cardinality(derived) > 0 then quote_literal(derived) end);
end $procedure$;

CREATE OR REPLACE PROCEDURE app.keep_status_history(IN tbl regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('drop trigger if exists status_history on %1$s;
    create trigger status_first after insert on %1$s referencing new table as made for each statement
      execute function app.record_first_status();
    create trigger status_history after update of status on %1$s for each row
      when (old.status is distinct from new.status) execute function app.record_status()', tbl);
end $procedure$;

CREATE OR REPLACE PROCEDURE app.keep_sums(IN tbl regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s
    add column sub_tasks int not null default 0,
    add column open_sub_tasks int not null default 0,
    add column counted_sub_tasks int not null default 0,
    add column ended_sub_tasks int not null default 0,
    add column below_estimated_amount numeric not null default 0,
    add column below_actual_amount numeric not null default 0,
    add column below_estimated_hours numeric not null default 0,
    add column below_actual_hours numeric not null default 0,
    add column below_amount_progress numeric not null default 0,
    add column below_hours_progress numeric not null default 0,
    add column below_progress numeric not null default 0,
    add column below_given_start date,
    add column below_given_end date,
    add column below_actual_start date,
    add column below_actual_end date', tbl);
  -- A first or last day is looked for among all tasks below only when the one that held it has given it up. What changed
  -- is not joined: the rows are found by their keys even where nobody has counted yet how many there are.
  execute format($sql$
    create function app.pass_up_to_%1$s(now_there tasks[], there_before tasks[]) returns void language plpgsql
    set enable_seqscan = off as $body$
    begin
      with changed as (
        select above_id, sum(sign) as tasks,
          coalesce(sum(sign) filter (where status not in ('APPROVED', 'CANCELLED')), 0) as open,
          coalesce(sum(sign) filter (where status <> 'CANCELLED'), 0) as counted,
          coalesce(sum(sign) filter (where status <> 'CANCELLED' and rolled_actual_end is not null), 0) as ended,
          sum(sign * rolled_estimated_amount) as estimated_amount, sum(sign * rolled_actual_amount) as actual_amount,
          sum(sign * rolled_estimated_hours) as estimated_hours, sum(sign * rolled_actual_hours) as actual_hours,
          sum(sign * rolled_estimated_amount * rolled_progress) as amount_progress,
          sum(sign * rolled_estimated_hours * rolled_progress) as hours_progress,
          coalesce(sum(sign * rolled_progress) filter (where status <> 'CANCELLED'), 0) as progress,
          min(rolled_given_start) filter (where sign = 1) as given_start_now,
          min(rolled_given_start) filter (where sign = -1) as given_start_before,
          max(rolled_given_end) filter (where sign = 1) as given_end_now,
          max(rolled_given_end) filter (where sign = -1) as given_end_before,
          min(rolled_actual_start) filter (where sign = 1) as actual_start_now,
          min(rolled_actual_start) filter (where sign = -1) as actual_start_before,
          max(rolled_actual_end) filter (where sign = 1) as actual_end_now,
          max(rolled_actual_end) filter (where sign = -1) as actual_end_before
        from (select 1 as sign, t.* from unnest(now_there) t union all select -1, t.* from unnest(there_before) t) t
        where deleted_at is null group by above_id)
      update %1$s u set (
          sub_tasks, open_sub_tasks, counted_sub_tasks, ended_sub_tasks, below_estimated_amount,
          below_actual_amount, below_estimated_hours, below_actual_hours, below_amount_progress,
          below_hours_progress, below_progress, below_given_start, below_given_end, below_actual_start,
          below_actual_end
        ) = (select
          u.sub_tasks + c.tasks, u.open_sub_tasks + c.open, u.counted_sub_tasks + c.counted, u.ended_sub_tasks
          + c.ended, u.below_estimated_amount + c.estimated_amount, u.below_actual_amount + c.actual_amount,
          u.below_estimated_hours + c.estimated_hours, u.below_actual_hours + c.actual_hours,
          u.below_amount_progress + c.amount_progress, u.below_hours_progress + c.hours_progress,
          u.below_progress + c.progress,
          case when c.given_start_before = u.below_given_start and coalesce(c.given_start_now, 'infinity') > c.given_start_before
            then (select min(rolled_given_start) from tasks t
              where t.tenant_id = app.tenant_id() and t.above_id = u.id and t.deleted_at is null)
            else least(u.below_given_start, c.given_start_now) end,
          case when c.given_end_before = u.below_given_end and coalesce(c.given_end_now, '-infinity') < c.given_end_before
            then (select max(rolled_given_end) from tasks t
              where t.tenant_id = app.tenant_id() and t.above_id = u.id and t.deleted_at is null)
            else greatest(u.below_given_end, c.given_end_now) end,
          case when c.actual_start_before = u.below_actual_start and coalesce(c.actual_start_now, 'infinity') > c.actual_start_before
            then (select min(rolled_actual_start) from tasks t
              where t.tenant_id = app.tenant_id() and t.above_id = u.id and t.deleted_at is null)
            else least(u.below_actual_start, c.actual_start_now) end,
          case when c.actual_end_before = u.below_actual_end and coalesce(c.actual_end_now, '-infinity') < c.actual_end_before
            then (select max(rolled_actual_end) from tasks t
              where t.tenant_id = app.tenant_id() and t.above_id = u.id and t.deleted_at is null)
            else greatest(u.below_actual_end, c.actual_end_now) end
        from changed c where c.above_id = u.id)
      where u.tenant_id = app.tenant_id() and u.id = any (array(select above_id from changed where
        (tasks, open, counted, ended, estimated_amount, actual_amount, estimated_hours, actual_hours, amount_progress,
          hours_progress, progress) <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        or (given_start_now, given_end_now, actual_start_now, actual_end_now) is distinct from
          (given_start_before, given_end_before, actual_start_before, actual_end_before)));
    end $body$ $sql$, tbl);
end $procedure$;

CREATE OR REPLACE FUNCTION app.keep_task_state()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  open_lines text;
begin
  if tg_op = 'INSERT' then
    if new.state <> 'OPEN' then raise exception 'a task begins open'; end if;
    new.done_at := null;
    new.done_by := null;
    return new;
  end if;
  if new.follows_id is distinct from old.follows_id then raise exception 'what a task follows never changes'; end if;
  if new.state = old.state then
    new.done_at := old.done_at;
    new.done_by := old.done_by;
    return new;
  end if;
  if (old.state, new.state) not in (('OPEN', 'DOING'), ('DOING', 'OPEN'), ('OPEN', 'DONE'), ('DOING', 'DONE'), ('OPEN', 'CANCELLED'),
    ('DOING', 'CANCELLED'), ('DONE', 'OPEN'), ('CANCELLED', 'OPEN'))
  then
    raise check_violation using message = 'move', constraint = '409 state A task that is {from} cannot become {to}',
      detail = jsonb_build_object('from', old.state, 'to', new.state);
  end if;
  if new.state = 'DONE' then
    select string_agg(l.text, ', ' order by l.position) into open_lines from general_task_lines l
    where l.tenant_id = new.tenant_id and l.task_id = new.id and l.deleted_at is null and l.is_required and not l.is_done;
    if open_lines is not null then
      raise check_violation using message = 'lines', constraint = '409 state Tick these first: {lines}',
        detail = jsonb_build_object('lines', open_lines);
    end if;
  end if;
  new.done_at := case when new.state = 'DONE' then clock_timestamp() end;
  new.done_by := case when new.state = 'DONE' then app.user_id() end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_trail()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  is_open boolean;
begin
  if tg_op = 'DELETE' and exists (select from tenants t where t.id = old.tenant_id and t.is_sample) then return old; end if;
  if tg_op = 'UPDATE' then
    if tg_argv[0] = 'seal' then
      is_open := old.seal is null;
      old.seal := new.seal;
    else
      is_open := old.signature is null;
      old.signature := new.signature;
    end if;
    if is_open and new *= old then return new; end if;
  end if;
  raise exception 'The audit trail is only ever added to' using errcode = 'PL409';
end $function$;

CREATE OR REPLACE FUNCTION app.keep_value_of_cap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from bill_heads h where h.tenant_id = new.tenant_id and h.agreement_id = new.id and h.deleted_at is null
    and h.cap_percent is not null)
  then
    raise check_violation using message = 'cap', constraint = '409 value is needed by the cap of the retention';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.know_device(person uuid, device bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 INSERT INTO known_devices AS d (user_id, digest)
   VALUES (know_device.person, know_device.device) ON CONFLICT(tenant_id, user_id, digest) DO UPDATE SET failures = 0, seen_at = now();
 DELETE FROM known_devices d
   WHERE ((d.tenant_id = app.tenant_id()) AND (d.user_id = know_device.person) AND (NOT (d.digest IN ( SELECT k.digest
            FROM known_devices k
           WHERE ((k.tenant_id = app.tenant_id()) AND (k.user_id = know_device.person))
           ORDER BY k.seen_at DESC, k.digest
          LIMIT 20))));
END;

CREATE OR REPLACE FUNCTION app.level()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN (SELECT max(migrations.name) AS max FROM app.migrations);

CREATE OR REPLACE FUNCTION app.liability_ends(agreed date, completed date, months integer)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE(agreed, ((completed + make_interval(months => months)))::date);

CREATE OR REPLACE FUNCTION app.link_office()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.deleted_at is not null then return new; end if;
  -- A client that was found by the department goes with it.
  if tg_op = 'UPDATE' and new.party_id = old.party_id and lower(new.department) <> lower(old.department)
    and exists (select from parties p where p.tenant_id = new.tenant_id and p.id = new.party_id and lower(p.legal_name) = lower(old.department))
  then
    new.party_id := null;
  end if;
  if new.party_id is null then new.party_id := app.client_called(new.tenant_id, new.department); end if;
  if new.party_id is null or tg_op = 'UPDATE' and old.deleted_at is null and new.party_id = old.party_id then return new; end if;
  perform from parties p where p.tenant_id = new.tenant_id and p.id = new.party_id and p.deleted_at is null and 'CLIENT' = any (p.kinds)
    for share;
  if not found then
    raise check_violation using message = 'no client', constraint = '400 partyId must be a client of your company';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.link_offices_of_client()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if app.client_called(new.tenant_id, new.legal_name) = new.id then
    update offices o set party_id = new.id where o.tenant_id = new.tenant_id and o.deleted_at is null and o.party_id is null
      and lower(o.department) = lower(new.legal_name);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.lock_carrying(source uuid, target uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('carrying ' || d.contract_id, 0))
  from security_deposits d where d.tenant_id = app.tenant_id() and d.id = source;
  perform from security_deposits d where d.tenant_id = app.tenant_id() and d.id in (source, target) order by d.id for no key update;
end $function$;

CREATE OR REPLACE FUNCTION app.lock_uncarried()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform app.lock_carrying(new.deposit_id, new.into_deposit_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.locked_until(account_key text, allowed integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT login_attempts.window_ends_at
    FROM login_attempts
   WHERE ((login_attempts.key = locked_until.account_key) AND (login_attempts.attempts > locked_until.allowed) AND (login_attempts.window_ends_at > now()));
END;

CREATE OR REPLACE FUNCTION app.mails_not_mailed(OUT mails bigint, OUT oldest double precision)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  company uuid;
  waiting bigint;
  since timestamptz;
  earliest timestamptz;
begin
  mails := 0;
  for company in select t.id from tenants t loop
    perform set_config('app.tenant_id', company::text, true);
    select count(*), min(m.due_at) into waiting, since from mails m
    where m.tenant_id = company and m.next_attempt_at is not null and m.due_at <= clock_timestamp();
    mails := mails + waiting;
    earliest := least(earliest, since);
  end loop;
  oldest := coalesce(extract(epoch from clock_timestamp() - earliest), 0);
  perform set_config('app.tenant_id', '', true);
end $function$;

CREATE OR REPLACE FUNCTION app.make_next_task()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  next_due date := app.next_due(new.repeat_from, new.repeat_every, new.repeat_unit, new.series_on);
  next_id uuid;
begin
  if next_due >= '2200-01-01' or exists (select from general_tasks t where t.tenant_id = new.tenant_id and t.follows_id = new.id) then
    return null;
  end if;
  insert into general_tasks (title, note, contract_id, deposit_id, instrument_id, project_id, task_id, assignee_id, due_on, priority,
    repeat_every, repeat_unit, repeat_from, follows_id)
  select new.title, new.note,
    (select r.id from contracts r where r.tenant_id = new.tenant_id and r.id = new.contract_id and r.deleted_at is null),
    (select r.id from security_deposits r where r.tenant_id = new.tenant_id and r.id = new.deposit_id and r.deleted_at is null),
    (select r.id from instruments r where r.tenant_id = new.tenant_id and r.id = new.instrument_id and r.deleted_at is null),
    (select r.id from projects r where r.tenant_id = new.tenant_id and r.id = new.project_id and r.deleted_at is null),
    (select r.id from tasks r where r.tenant_id = new.tenant_id and r.id = new.task_id and r.deleted_at is null),
    (select holder from app.holders('General Tasks', 'canView') holder where holder = new.assignee_id),
    next_due, new.priority, new.repeat_every, new.repeat_unit, new.repeat_from, new.id
  returning id into next_id;
  insert into general_task_lines (task_id, position, text, is_required)
  select next_id, l.position, l.text, l.is_required from general_task_lines l
  where l.tenant_id = new.tenant_id and l.task_id = new.id and l.deleted_at is null order by l.position;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.make_password_link(person uuid, is_mailed boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  whose users;
  made uuid;
begin
  perform app.require_say_over(person);
  select u.* into whose from users u where u.tenant_id = app.tenant_id() and u.id = person and u.deleted_at is null for no key update;
  if not found then raise exception 'Not found' using errcode = 'PL404'; end if;
  if not whose.is_active then
    raise exception 'An inactive person cannot sign in: make them active first' using errcode = 'PL409';
  end if;
  insert into password_links as l (user_id, by_operator, expires_at) values (person, app.is_outsider(), now() + interval '24 hours')
  on conflict (tenant_id, user_id) do update
    set id = excluded.id, by_operator = excluded.by_operator, expires_at = excluded.expires_at
  returning l.id into made;
  perform app.note(case when is_mailed then 'LINK_MAILED' else 'LINK_HANDED_OUT' end, 'users', person);
  delete from sign_in_letters l where l.about_id = person and l.kind = 'LINK' and l.mailed_at is null;
  if is_mailed then
    insert into sign_in_letters (company_id, kind, recipient, language, about_id, about, link_id)
    values (whose.tenant_id, 'LINK', whose.email, whose.language, person, whose.username, made);
  end if;
  if app.is_outsider() then perform app.tell_administrators('LINK_MADE', person, whose.username); end if;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION app.may(module_key text, flag text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM (((user_roles ur JOIN roles r ON (((r.tenant_id = ur.tenant_id) AND (r.id = ur.role_id) AND (r.deleted_at IS NULL)))) JOIN role_permissions p ON (((p.tenant_id = ur.tenant_id) AND (p.role_id = ur.role_id)))) JOIN modules m ON (((m.id = p.module_id) AND m.status AND (m.deleted_at IS NULL)))) WHERE ((ur.tenant_id = app.tenant_id()) AND (ur.user_id = app.user_id()) AND (lower(m.key) = lower(may.module_key)) AND CASE may.flag WHEN 'canCreate'::text THEN p.can_create WHEN 'canView'::text THEN p.can_view WHEN 'canEdit'::text THEN p.can_edit WHEN 'canDelete'::text THEN p.can_delete WHEN 'canReport'::text THEN p.can_report ELSE NULL::boolean END)));

CREATE OR REPLACE FUNCTION app.measured_contents(nos numeric, parts numeric, length numeric, breadth numeric, depth numeric, factor numeric, is_deduction boolean, decimals integer, rounding text)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((CASE WHEN is_deduction THEN '-1'::integer ELSE 1 END)::numeric * app.rounded((((((COALESCE(nos, (1)::numeric) * COALESCE(parts, (1)::numeric)) * COALESCE(length, (1)::numeric)) * COALESCE(breadth, (1)::numeric)) * COALESCE(depth, (1)::numeric)) * COALESCE(factor, (1)::numeric)), decimals, rounding));

CREATE OR REPLACE FUNCTION app.mend_deadlines()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('deadlines ' || app.tenant_id()), 0);
  delete from deadlines where tenant_id = app.tenant_id();
  perform app.write_all_deadlines();
end $function$;

CREATE OR REPLACE FUNCTION app.move_instrument()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update instruments i set state = new.to_state, amount = case when new.amount_after > 0 then new.amount_after else i.amount end,
    issued_on = new.issued_on_after, expires_on = new.expires_on_after, claim_until = new.claim_until_after,
    matures_on = new.matures_on_after, number = coalesce(new.number, i.number),
    stale_on = case when new.kind = 'REVALIDATED' then (new.happened_on + interval '3 months')::date else i.stale_on end,
    held_by = case when new.kind in ('ISSUED', 'RETURNED') then 'US' when new.kind = 'LODGED' then 'DEPARTMENT'
      when new.kind in ('DISCHARGED', 'ENCASHED') then 'BANK' else i.held_by end
  where i.tenant_id = new.tenant_id and i.id = new.instrument_id;
  if new.to_state in ('CLOSED', 'CANCELLED') then
    update instrument_liens l set freed_on = greatest(new.happened_on, l.marked_on)
    where l.tenant_id = new.tenant_id and l.guarantee_id = new.instrument_id and l.freed_on is null;
  end if;
  return null;
end $function$;

CREATE OR REPLACE PROCEDURE app.name_reference(IN child regclass, IN child_column name, IN parent regclass, IN answer text)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('drop trigger %I on %s', 'b_live_' || child_column, child);
  execute format('create trigger %I before insert or update of %I, deleted_at on %s for each row
    when (new.%I is not null and new.deleted_at is null) execute function app.require_named_parent(%L, %L, %L)',
    'b_live_' || child_column, child_column, child, child_column, child_column, parent, answer);
end $procedure$;

CREATE OR REPLACE FUNCTION app.nearest_day(due date, step integer, of_banks boolean, weekly_off integer[], saturdays_off integer[])
 RETURNS date
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  day date := due;
  closed_for text;
begin
  for n in 0..40 loop
    select h.closed into closed_for from holidays h where h.tenant_id = app.tenant_id() and h.on_day = day and h.deleted_at is null;
    if of_banks and app.is_banking(day, closed_for) or not of_banks and app.is_working(day, weekly_off, saturdays_off, closed_for) then
      return day;
    end if;
    day := day + step;
  end loop;
  return due;
end $function$;

CREATE OR REPLACE FUNCTION app.needs_code(person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  return app.is_proved(person) is not true and exists (select from second_factors f
    where f.tenant_id = app.tenant_id() and f.user_id = person and f.confirmed_at is not null);
end $function$;

CREATE OR REPLACE FUNCTION app.next_due(first date, every integer, unit text, after date)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (unit = ANY (ARRAY['DAYS'::text, 'WEEKS'::text])) THEN (first + ((every * CASE unit WHEN 'WEEKS'::text THEN 7 ELSE 1 END) * (((after - first) / (every * CASE unit WHEN 'WEEKS'::text THEN 7 ELSE 1 END)) + 1))) ELSE (SELECT min(one.due) AS min FROM (((SELECT (next_due.every * CASE next_due.unit WHEN 'YEARS'::text THEN 12 ELSE 1 END) AS months, (((((EXTRACT(year FROM next_due.after) * (12)::numeric) + EXTRACT(month FROM next_due.after)) - (EXTRACT(year FROM next_due.first) * (12)::numeric)) - EXTRACT(month FROM next_due.first)))::integer AS passed) step CROSS JOIN LATERAL generate_series((step.passed / step.months), ((step.passed / step.months) + 1)) nth(nth)) CROSS JOIN LATERAL (SELECT ((next_due.first + make_interval(months => (nth.nth * step.months))))::date AS due) one) WHERE (one.due > next_due.after)) END;

CREATE OR REPLACE FUNCTION app.note(action text, record_type text, record uuid, changes jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
begin
  insert into audit_entries (actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
  values (app.user_id(), app.is_visiting() is true, (origin ->> 'session')::uuid, origin ->> 'request', origin ->> 'address',
    action, record_type, record, changes);
end $function$;

CREATE OR REPLACE FUNCTION app.note_administrator()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if app.tenant_id() is null then return null; end if;
  perform pg_advisory_xact_lock(hashtext('administrators'), hashtext(app.tenant_id()::text));
  perform set_config('app.had_administrator', app.has_administrator()::text, true);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.note_contact_message_failed(message_id uuid, attempt integer, reason text, pause interval)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 UPDATE contact_messages SET last_error = note_contact_message_failed.reason, leased_until = NULL::timestamp with time zone, next_attempt_at = (clock_timestamp() + note_contact_message_failed.pause)
   WHERE ((contact_messages.id = note_contact_message_failed.message_id) AND (contact_messages.mailed_at IS NULL) AND (contact_messages.attempts = note_contact_message_failed.attempt));
END;

CREATE OR REPLACE FUNCTION app.note_contact_message_mailed(message_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 UPDATE contact_messages SET mailed_at = clock_timestamp(), next_attempt_at = NULL::timestamp with time zone, leased_until = NULL::timestamp with time zone, last_error = NULL::text
   WHERE ((contact_messages.id = note_contact_message_mailed.message_id) AND (contact_messages.mailed_at IS NULL));
END;

CREATE OR REPLACE FUNCTION app.note_deadlines_of_bank_facilities()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
    begin
      if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if tg_op = 'INSERT' then
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (select * from after)  select tenant_id, 'FACILITY', id from changed ) a (company, source, id)
        group by 1, 2;
      else
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (
          select n.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.is_active, n.review_on) is distinct from row(o.deleted_at, o.is_active, o.review_on)
          union all select o.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.is_active, n.review_on) is distinct from row(o.deleted_at, o.is_active, o.review_on))
           select tenant_id, 'FACILITY', id from changed ) a (company, source, id) group by 1, 2;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.note_deadlines_of_bg_plans()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
    begin
      if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if tg_op = 'INSERT' then
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (select * from after)  select tenant_id, 'PLAN', id from changed union all select tenant_id, 'CONTRACT', contract_id from changed where tg_op = 'UPDATE' ) a (company, source, id)
        group by 1, 2;
      else
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (
          select n.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.contract_id, n.state, n.needed_on, n.until_on) is distinct from row(o.deleted_at, o.contract_id, o.state, o.needed_on, o.until_on)
          union all select o.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.contract_id, n.state, n.needed_on, n.until_on) is distinct from row(o.deleted_at, o.contract_id, o.state, o.needed_on, o.until_on))
           select tenant_id, 'PLAN', id from changed union all select tenant_id, 'CONTRACT', contract_id from changed where tg_op = 'UPDATE' ) a (company, source, id) group by 1, 2;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.note_deadlines_of_company_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
    begin
      if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if tg_op = 'INSERT' then
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (select * from after)  select tenant_id, 'DAY', null::uuid from changed ) a (company, source, id)
        group by 1, 2;
      else
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (
          select n.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.weekly_off, n.saturdays_off) is distinct from row(o.deleted_at, o.weekly_off, o.saturdays_off)
          union all select o.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.weekly_off, n.saturdays_off) is distinct from row(o.deleted_at, o.weekly_off, o.saturdays_off))
           select tenant_id, 'DAY', null::uuid from changed ) a (company, source, id) group by 1, 2;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.note_deadlines_of_contract_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
    begin
      if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if tg_op = 'INSERT' then
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (select * from after)  select tenant_id, 'CONTRACT_TREE', contract_id from changed ) a (company, source, id)
        group by 1, 2;
      else
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (
          select n.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.contract_id, n.owner_id, n.bid_validity_days, n.bid_valid_until, n.ps_days, n.ps_valid_beyond_days, n.agreement_days, n.dlp_months, n.dlp_ends_on, n.completed_on, n.final_bill_on) is distinct from row(o.deleted_at, o.contract_id, o.owner_id, o.bid_validity_days, o.bid_valid_until, o.ps_days, o.ps_valid_beyond_days, o.agreement_days, o.dlp_months, o.dlp_ends_on, o.completed_on, o.final_bill_on)
          union all select o.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.contract_id, n.owner_id, n.bid_validity_days, n.bid_valid_until, n.ps_days, n.ps_valid_beyond_days, n.agreement_days, n.dlp_months, n.dlp_ends_on, n.completed_on, n.final_bill_on) is distinct from row(o.deleted_at, o.contract_id, o.owner_id, o.bid_validity_days, o.bid_valid_until, o.ps_days, o.ps_valid_beyond_days, o.agreement_days, o.dlp_months, o.dlp_ends_on, o.completed_on, o.final_bill_on))
           select tenant_id, 'CONTRACT_TREE', contract_id from changed ) a (company, source, id) group by 1, 2;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.note_deadlines_of_contracts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
    begin
      if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if tg_op = 'INSERT' then
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (select * from after)  select tenant_id, case tg_op when 'INSERT' then 'NEW_CONTRACT' else 'CONTRACT_TREE' end, id from changed ) a (company, source, id)
        group by 1, 2;
      else
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (
          select n.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.status, n.office_id, n.closing_date, n.result_date, n.awarded_date, n.agreement_date, n.given_end_date, n.actual_end_date) is distinct from row(o.deleted_at, o.status, o.office_id, o.closing_date, o.result_date, o.awarded_date, o.agreement_date, o.given_end_date, o.actual_end_date)
          union all select o.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.status, n.office_id, n.closing_date, n.result_date, n.awarded_date, n.agreement_date, n.given_end_date, n.actual_end_date) is distinct from row(o.deleted_at, o.status, o.office_id, o.closing_date, o.result_date, o.awarded_date, o.agreement_date, o.given_end_date, o.actual_end_date))
           select tenant_id, case tg_op when 'INSERT' then 'NEW_CONTRACT' else 'CONTRACT_TREE' end, id from changed ) a (company, source, id) group by 1, 2;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.note_deadlines_of_deposit_exemptions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
    begin
      if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if tg_op = 'INSERT' then
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (select * from after)  select tenant_id, 'EXEMPTION', id from changed union all select tenant_id, 'CONTRACT', contract_id from changed where tg_op = 'UPDATE' ) a (company, source, id)
        group by 1, 2;
      else
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (
          select n.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.contract_id, n.purpose, n.state, n.valid_until) is distinct from row(o.deleted_at, o.contract_id, o.purpose, o.state, o.valid_until)
          union all select o.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.contract_id, n.purpose, n.state, n.valid_until) is distinct from row(o.deleted_at, o.contract_id, o.purpose, o.state, o.valid_until))
           select tenant_id, 'EXEMPTION', id from changed union all select tenant_id, 'CONTRACT', contract_id from changed where tg_op = 'UPDATE' ) a (company, source, id) group by 1, 2;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.note_deadlines_of_deposit_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
    begin
      if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if tg_op = 'INSERT' then
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (select * from after)  select tenant_id, 'DEPOSIT', null::uuid from changed ) a (company, source, id)
        group by 1, 2;
      else
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (
          select n.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.follow_up_days, n.limitation_years) is distinct from row(o.deleted_at, o.follow_up_days, o.limitation_years)
          union all select o.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.follow_up_days, n.limitation_years) is distinct from row(o.deleted_at, o.follow_up_days, o.limitation_years))
           select tenant_id, 'DEPOSIT', null::uuid from changed ) a (company, source, id) group by 1, 2;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.note_deadlines_of_deposit_settlements()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
    begin
      if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if tg_op = 'INSERT' then
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (select * from after)  select tenant_id, 'DEPOSIT', deposit_id from changed ) a (company, source, id)
        group by 1, 2;
      else
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (
          select n.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deposit_id, n.settled_on, n.cancelled_at) is distinct from row(o.deposit_id, o.settled_on, o.cancelled_at)
          union all select o.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deposit_id, n.settled_on, n.cancelled_at) is distinct from row(o.deposit_id, o.settled_on, o.cancelled_at))
           select tenant_id, 'DEPOSIT', deposit_id from changed ) a (company, source, id) group by 1, 2;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.note_deadlines_of_documents()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
    begin
      if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if tg_op = 'INSERT' then
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (select * from after)  select tenant_id, 'DOCUMENT', id from changed where valid_until is not null ) a (company, source, id)
        group by 1, 2;
      else
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (
          select n.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.entity_type, n.valid_until) is distinct from row(o.deleted_at, o.entity_type, o.valid_until)
          union all select o.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.entity_type, n.valid_until) is distinct from row(o.deleted_at, o.entity_type, o.valid_until))
           select tenant_id, 'DOCUMENT', id from changed where valid_until is not null ) a (company, source, id) group by 1, 2;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.note_deadlines_of_general_tasks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
    begin
      if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if tg_op = 'INSERT' then
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (select * from after)  select tenant_id, 'GENERAL_TASK', id from changed where due_on is not null ) a (company, source, id)
        group by 1, 2;
      else
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (
          select n.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.state, n.due_on, n.assignee_id) is distinct from row(o.deleted_at, o.state, o.due_on, o.assignee_id)
          union all select o.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.state, n.due_on, n.assignee_id) is distinct from row(o.deleted_at, o.state, o.due_on, o.assignee_id))
           select tenant_id, 'GENERAL_TASK', id from changed where due_on is not null ) a (company, source, id) group by 1, 2;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.note_deadlines_of_holidays()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
    begin
      if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if tg_op = 'INSERT' then
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (select * from after)  select tenant_id, 'DAY', null::uuid from changed ) a (company, source, id)
        group by 1, 2;
      else
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (
          select n.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.on_day, n.closed) is distinct from row(o.deleted_at, o.on_day, o.closed)
          union all select o.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.on_day, n.closed) is distinct from row(o.deleted_at, o.on_day, o.closed))
           select tenant_id, 'DAY', null::uuid from changed ) a (company, source, id) group by 1, 2;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.note_deadlines_of_instrument_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
    begin
      if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if tg_op = 'INSERT' then
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (select * from after)  select tenant_id, 'INSTRUMENT', instrument_id from changed ) a (company, source, id)
        group by 1, 2;
      else
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (
          select n.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.instrument_id, n.kind, n.happened_on) is distinct from row(o.instrument_id, o.kind, o.happened_on)
          union all select o.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.instrument_id, n.kind, n.happened_on) is distinct from row(o.instrument_id, o.kind, o.happened_on))
           select tenant_id, 'INSTRUMENT', instrument_id from changed ) a (company, source, id) group by 1, 2;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.note_deadlines_of_instruments()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
    begin
      if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if tg_op = 'INSERT' then
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (select * from after)  select tenant_id, 'INSTRUMENT', id from changed ) a (company, source, id)
        group by 1, 2;
      else
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (
          select n.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.state, n.expires_on, n.claim_until, n.matures_on, n.stale_on) is distinct from row(o.deleted_at, o.state, o.expires_on, o.claim_until, o.matures_on, o.stale_on)
          union all select o.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.state, n.expires_on, n.claim_until, n.matures_on, n.stale_on) is distinct from row(o.deleted_at, o.state, o.expires_on, o.claim_until, o.matures_on, o.stale_on))
           select tenant_id, 'INSTRUMENT', id from changed ) a (company, source, id) group by 1, 2;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.note_deadlines_of_notes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
    begin
      if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if tg_op = 'INSERT' then
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (select * from after)  select tenant_id, 'DEPOSIT', deposit_id from changed where deposit_id is not null and kind in ('CALL', 'VISIT', 'LETTER') ) a (company, source, id)
        group by 1, 2;
      else
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (
          select n.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.kind, n.happened_on) is distinct from row(o.deleted_at, o.kind, o.happened_on)
          union all select o.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.kind, n.happened_on) is distinct from row(o.deleted_at, o.kind, o.happened_on))
           select tenant_id, 'DEPOSIT', deposit_id from changed where deposit_id is not null and kind in ('CALL', 'VISIT', 'LETTER') ) a (company, source, id) group by 1, 2;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.note_deadlines_of_projects()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
    begin
      if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if tg_op = 'INSERT' then
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (select * from after) 
  select tenant_id, 'PROJECT', id from changed
  union all select tenant_id, 'CONTRACT_TREE', contract_id from changed where contract_id is not null ) a (company, source, id)
        group by 1, 2;
      else
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (
          select n.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.contract_id, n.status, n.extension_date, n.given_end_date) is distinct from row(o.deleted_at, o.contract_id, o.status, o.extension_date, o.given_end_date)
          union all select o.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.contract_id, n.status, n.extension_date, n.given_end_date) is distinct from row(o.deleted_at, o.contract_id, o.status, o.extension_date, o.given_end_date))
          
  select tenant_id, 'PROJECT', id from changed
  union all select tenant_id, 'CONTRACT_TREE', contract_id from changed where contract_id is not null ) a (company, source, id) group by 1, 2;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.note_deadlines_of_refund_request_items()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
    begin
      if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if tg_op = 'INSERT' then
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (select * from after)  select tenant_id, 'DEPOSIT', deposit_id from changed ) a (company, source, id)
        group by 1, 2;
      else
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (
          select n.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.request_id, n.deposit_id) is distinct from row(o.deleted_at, o.request_id, o.deposit_id)
          union all select o.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.request_id, n.deposit_id) is distinct from row(o.deleted_at, o.request_id, o.deposit_id))
           select tenant_id, 'DEPOSIT', deposit_id from changed ) a (company, source, id) group by 1, 2;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.note_deadlines_of_refund_requests()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
    begin
      if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if tg_op = 'INSERT' then
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (select * from after)  select tenant_id, 'REQUEST', id from changed where state <> 'DRAFT' ) a (company, source, id)
        group by 1, 2;
      else
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (
          select n.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.state, n.sent_on) is distinct from row(o.deleted_at, o.state, o.sent_on)
          union all select o.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.state, n.sent_on) is distinct from row(o.deleted_at, o.state, o.sent_on))
           select tenant_id, 'REQUEST', id from changed where state <> 'DRAFT' ) a (company, source, id) group by 1, 2;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.note_deadlines_of_release_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
    begin
      if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if tg_op = 'INSERT' then
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (select * from after)  select tenant_id, 'PURPOSE ' || purpose, null::uuid from changed ) a (company, source, id)
        group by 1, 2;
      else
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (
          select n.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.purpose, n.outcome, n.basis, n.days) is distinct from row(o.deleted_at, o.purpose, o.outcome, o.basis, o.days)
          union all select o.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.purpose, n.outcome, n.basis, n.days) is distinct from row(o.deleted_at, o.purpose, o.outcome, o.basis, o.days))
           select tenant_id, 'PURPOSE ' || purpose, null::uuid from changed ) a (company, source, id) group by 1, 2;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.note_deadlines_of_security_deposits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
    begin
      if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if tg_op = 'INSERT' then
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (select * from after) 
  select tenant_id, 'DEPOSIT', id from changed
  union all select tenant_id, case purpose when 'PERFORMANCE_SECURITY' then 'CONTRACT_TREE' else 'CONTRACT' end, contract_id from changed
  union all select tenant_id, 'INSTRUMENT', instrument_id from changed where instrument_id is not null ) a (company, source, id)
        group by 1, 2;
      else
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (
          select n.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.contract_id, n.instrument_id, n.purpose, n.status, n.open_amount, n.office_id, n.owner_id, n.release_basis, n.release_days, n.deposit_submitted_date, n.fixed_due_on, n.acknowledged_on, n.disputed_on, n.own_next_on) is distinct from row(o.deleted_at, o.contract_id, o.instrument_id, o.purpose, o.status, o.open_amount, o.office_id, o.owner_id, o.release_basis, o.release_days, o.deposit_submitted_date, o.fixed_due_on, o.acknowledged_on, o.disputed_on, o.own_next_on)
          union all select o.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.contract_id, n.instrument_id, n.purpose, n.status, n.open_amount, n.office_id, n.owner_id, n.release_basis, n.release_days, n.deposit_submitted_date, n.fixed_due_on, n.acknowledged_on, n.disputed_on, n.own_next_on) is distinct from row(o.deleted_at, o.contract_id, o.instrument_id, o.purpose, o.status, o.open_amount, o.office_id, o.owner_id, o.release_basis, o.release_days, o.deposit_submitted_date, o.fixed_due_on, o.acknowledged_on, o.disputed_on, o.own_next_on))
          
  select tenant_id, 'DEPOSIT', id from changed
  union all select tenant_id, case purpose when 'PERFORMANCE_SECURITY' then 'CONTRACT_TREE' else 'CONTRACT' end, contract_id from changed
  union all select tenant_id, 'INSTRUMENT', instrument_id from changed where instrument_id is not null ) a (company, source, id) group by 1, 2;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.note_deadlines_of_tasks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
    begin
      if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if tg_op = 'INSERT' then
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (select * from after)  select tenant_id, 'TASK', id from changed where given_end_date is not null or status = 'UNDER_REVIEW' ) a (company, source, id)
        group by 1, 2;
      else
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (
          select n.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.project_id, n.sub_tasks, n.status, n.given_end_date, n.assigned_to, n.review_requested_at) is distinct from row(o.deleted_at, o.project_id, o.sub_tasks, o.status, o.given_end_date, o.assigned_to, o.review_requested_at)
          union all select o.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.project_id, n.sub_tasks, n.status, n.given_end_date, n.assigned_to, n.review_requested_at) is distinct from row(o.deleted_at, o.project_id, o.sub_tasks, o.status, o.given_end_date, o.assigned_to, o.review_requested_at))
           select tenant_id, 'TASK', id from changed where given_end_date is not null or status = 'UNDER_REVIEW' ) a (company, source, id) group by 1, 2;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.note_deadlines_of_users()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
    begin
      if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if tg_op = 'INSERT' then
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (select * from after)  select tenant_id, 'USER', id from changed where tg_op = 'UPDATE' ) a (company, source, id)
        group by 1, 2;
      else
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (
          select n.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.is_active) is distinct from row(o.deleted_at, o.is_active)
          union all select o.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where row(n.deleted_at, n.is_active) is distinct from row(o.deleted_at, o.is_active))
           select tenant_id, 'USER', id from changed where tg_op = 'UPDATE' ) a (company, source, id) group by 1, 2;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION app.note_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  case tg_table_name
    when 'instrument_events' then perform app.note_happening('INSTRUMENT_CLAIMED', 'INSTRUMENT', new.instrument_id);
    when 'deposit_settlements' then perform app.note_happening('REFUND_RECEIVED', 'DEPOSIT', new.deposit_id);
    when 'notes' then perform app.note_happening('MENTIONED', case when new.contract_id is not null then 'CONTRACT'
      when new.deposit_id is not null then 'DEPOSIT' when new.instrument_id is not null then 'INSTRUMENT'
      when new.project_id is not null then 'PROJECT' when new.task_id is not null then 'TASK' else 'GENERAL_TASK' end,
      new.record_id, new.mentions);
  end case;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.note_export(record_type text, told jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT app.note('EXPORTED'::text, record_type, NULL::uuid, told) AS note;
END;

CREATE OR REPLACE FUNCTION app.note_given()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  case tg_table_name
    when 'contract_terms' then perform app.note_happening('CONTRACT_GIVEN', 'CONTRACT', new.contract_id, array[new.owner_id]);
    when 'security_deposits' then perform app.note_happening('DEPOSIT_GIVEN', 'DEPOSIT', new.id, array[new.owner_id]);
    when 'tasks' then perform app.note_happening('TASK_GIVEN', 'TASK', new.id, array[new.assigned_to]);
    when 'general_tasks' then perform app.note_happening('GENERAL_TASK_GIVEN', 'GENERAL_TASK', new.id, array[new.assignee_id]);
  end case;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.note_happening(kind text, record_type text, record_id uuid, people uuid[] DEFAULT '{}'::uuid[])
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 INSERT INTO happenings (kind, record_type, record_id, people)
   VALUES (note_happening.kind, note_happening.record_type, note_happening.record_id, array_remove(note_happening.people, NULL::uuid));
END;

CREATE OR REPLACE FUNCTION app.note_imported()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.imported_as := new.updated_at;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.note_new_tasks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  if app.user_id() is null then return null; end if;
  insert into happenings (kind, record_type, record_id, count, people)
  select 'TASK_GIVEN', 'TASK', case when count(*) = 1 then (array_agg(g.id))[1] end, count(*), array[g.assigned_to]
  from given g where g.assigned_to <> app.user_id() group by g.assigned_to
  union all
  select 'REVIEW_ASKED', 'TASK', g.id, 1, array_remove(array[g.created_by], null) from given g where g.status = 'UNDER_REVIEW';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.note_proof(person uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('app.proved', person::text, true);
end $function$;

CREATE OR REPLACE FUNCTION app.note_review()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  perform app.note_happening(case new.status when 'UNDER_REVIEW' then 'REVIEW_ASKED' else 'REVIEW_' || new.status end, 'TASK', new.id,
    case new.status when 'UNDER_REVIEW' then array[new.created_by] else array[new.assigned_to, new.review_requested_by] end);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.note_sheets()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  moved record;
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  if not app.is_audited() then return null; end if;
  for moved in select c.bill_id, jsonb_agg(s.number order by s.number) as numbers from changed c
    join measurement_sheets s on s.tenant_id = c.tenant_id and s.id = c.sheet_id group by c.bill_id
  loop
    perform app.note('CHANGED', 'bills', moved.bill_id, case tg_op
      when 'INSERT' then jsonb_build_object('sheets_in', jsonb_build_array(null, moved.numbers))
      else jsonb_build_object('sheets_out', jsonb_build_array(moved.numbers, null)) end);
    update bills b set updated_at = b.updated_at
    where b.id = moved.bill_id and b.status in ('DRAFT', 'RETURNED') and b.deleted_at is null;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.note_sign_in_letter_failed(letter_id uuid, attempt integer, reason text, pause interval)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 UPDATE sign_in_letters SET last_error = note_sign_in_letter_failed.reason, leased_until = NULL::timestamp with time zone, next_attempt_at = (clock_timestamp() + note_sign_in_letter_failed.pause)
   WHERE ((sign_in_letters.id = note_sign_in_letter_failed.letter_id) AND (sign_in_letters.mailed_at IS NULL) AND (sign_in_letters.attempts = note_sign_in_letter_failed.attempt));
END;

CREATE OR REPLACE FUNCTION app.note_sign_in_letter_mailed(letter_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 UPDATE sign_in_letters SET mailed_at = clock_timestamp(), next_attempt_at = NULL::timestamp with time zone, leased_until = NULL::timestamp with time zone, last_error = NULL::text
   WHERE ((sign_in_letters.id = note_sign_in_letter_mailed.letter_id) AND (sign_in_letters.mailed_at IS NULL));
END;

CREATE OR REPLACE FUNCTION app.note_time_zone()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  insert into deadline_changes (company, source, record_ids) values (new.id, 'DEPOSIT', '{null}'), (new.id, 'TASK', '{null}');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.number_request()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  starts int := extract(year from new.letter_on)::int - (extract(month from new.letter_on) < 4)::int;
  begins text := format('%s/%s-%s/', (select s.request_prefix from app.deposit_settings_in_force s where s.tenant_id = new.tenant_id), starts, right((starts + 1)::text, 2));
  nth int;
begin
  perform pg_advisory_xact_lock(hashtextextended('refund requests of ' || new.tenant_id, 0));
  nth := 1 + coalesce((select max(substr(r.number, length(begins) + 1)::int) from refund_requests r
    where r.tenant_id = new.tenant_id and starts_with(r.number, begins) and substr(r.number, length(begins) + 1) ~ '^\d{1,9}$'), 0);
  new.number := begins || lpad(nth::text, greatest(3, length(nth::text)), '0');
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.office_name(designation text, name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (designation <> ''::text) THEN ((designation || ', '::text) || name) ELSE name END;

CREATE OR REPLACE FUNCTION app.office_of_deposit(company uuid, deposit uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN (SELECT COALESCE(d.office_id, c.office_id) AS "coalesce" FROM (security_deposits d JOIN contracts c ON (((c.tenant_id = d.tenant_id) AND (c.id = d.contract_id)))) WHERE ((d.tenant_id = office_of_deposit.company) AND (d.id = office_of_deposit.deposit)));

CREATE OR REPLACE FUNCTION app.operator_tenant()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT tenants.id
    FROM tenants
   WHERE (tenants.kind = 'OPERATOR'::text);
END;

CREATE OR REPLACE FUNCTION app.pass_up(now_there tasks[], there_before tasks[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if (select bool_or(parent_id is null) from unnest(now_there || there_before)) then
    perform app.pass_up_to_projects(array(select t from unnest(now_there) t where parent_id is null),
      array(select t from unnest(there_before) t where parent_id is null));
  end if;
  if (select bool_or(parent_id is not null) from unnest(now_there || there_before)) then
    perform app.pass_up_to_tasks(array(select t from unnest(now_there) t where parent_id is not null),
      array(select t from unnest(there_before) t where parent_id is not null));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION app.pass_up_changed_tasks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  perform app.pass_up(array(select row(t.*)::tasks from given t), array(select row(t.*)::tasks from before t));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.pass_up_new_tasks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  perform app.pass_up(array(select row(t.*)::tasks from given t), '{}');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.pass_up_to_projects(now_there tasks[], there_before tasks[])
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
    begin
      with changed as (
        select above_id, sum(sign) as tasks,
          coalesce(sum(sign) filter (where status not in ('APPROVED', 'CANCELLED')), 0) as open,
          coalesce(sum(sign) filter (where status <> 'CANCELLED'), 0) as counted,
          coalesce(sum(sign) filter (where status <> 'CANCELLED' and rolled_actual_end is not null), 0) as ended,
          sum(sign * rolled_estimated_amount) as estimated_amount, sum(sign * rolled_actual_amount) as actual_amount,
          sum(sign * rolled_estimated_hours) as estimated_hours, sum(sign * rolled_actual_hours) as actual_hours,
          sum(sign * rolled_estimated_amount * rolled_progress) as amount_progress,
          sum(sign * rolled_estimated_hours * rolled_progress) as hours_progress,
          coalesce(sum(sign * rolled_progress) filter (where status <> 'CANCELLED'), 0) as progress,
          coalesce(sum(sign) filter (where rolled_estimated_amount > 0), 0) as amount_tasks,
          coalesce(sum(sign) filter (where rolled_estimated_hours > 0), 0) as hours_tasks,
          coalesce(sum(sign * rolled_progress) filter (where rolled_estimated_amount > 0), 0) as progress_with_amount,
          coalesce(sum(sign * rolled_progress) filter (where rolled_estimated_hours > 0), 0) as progress_with_hours,
          min(rolled_given_start) filter (where sign = 1) as given_start_now,
          min(rolled_given_start) filter (where sign = -1) as given_start_before,
          max(rolled_given_end) filter (where sign = 1) as given_end_now,
          max(rolled_given_end) filter (where sign = -1) as given_end_before,
          min(rolled_actual_start) filter (where sign = 1) as actual_start_now,
          min(rolled_actual_start) filter (where sign = -1) as actual_start_before,
          max(rolled_actual_end) filter (where sign = 1) as actual_end_now,
          max(rolled_actual_end) filter (where sign = -1) as actual_end_before
        from (select 1 as sign, t.* from unnest(now_there) t union all select -1, t.* from unnest(there_before) t) t
        where deleted_at is null group by above_id)
      update projects u set (
          sub_tasks, open_sub_tasks, counted_sub_tasks, ended_sub_tasks, below_estimated_amount,
          below_actual_amount, below_estimated_hours, below_actual_hours, below_amount_progress,
          below_hours_progress, below_progress, below_amount_tasks, below_hours_tasks, below_progress_with_amount,
          below_progress_with_hours, below_given_start, below_given_end, below_actual_start, below_actual_end
        ) = (select
          u.sub_tasks + c.tasks, u.open_sub_tasks + c.open, u.counted_sub_tasks + c.counted, u.ended_sub_tasks
          + c.ended, u.below_estimated_amount + c.estimated_amount, u.below_actual_amount + c.actual_amount,
          u.below_estimated_hours + c.estimated_hours, u.below_actual_hours + c.actual_hours,
          u.below_amount_progress + c.amount_progress, u.below_hours_progress + c.hours_progress,
          u.below_progress + c.progress, u.below_amount_tasks + c.amount_tasks, u.below_hours_tasks + c.hours_tasks,
          u.below_progress_with_amount + c.progress_with_amount, u.below_progress_with_hours + c.progress_with_hours,
          case when c.given_start_before = u.below_given_start and coalesce(c.given_start_now, 'infinity') > c.given_start_before
            then (select min(rolled_given_start) from tasks t
              where t.tenant_id = app.tenant_id() and t.above_id = u.id and t.deleted_at is null)
            else least(u.below_given_start, c.given_start_now) end,
          case when c.given_end_before = u.below_given_end and coalesce(c.given_end_now, '-infinity') < c.given_end_before
            then (select max(rolled_given_end) from tasks t
              where t.tenant_id = app.tenant_id() and t.above_id = u.id and t.deleted_at is null)
            else greatest(u.below_given_end, c.given_end_now) end,
          case when c.actual_start_before = u.below_actual_start and coalesce(c.actual_start_now, 'infinity') > c.actual_start_before
            then (select min(rolled_actual_start) from tasks t
              where t.tenant_id = app.tenant_id() and t.above_id = u.id and t.deleted_at is null)
            else least(u.below_actual_start, c.actual_start_now) end,
          case when c.actual_end_before = u.below_actual_end and coalesce(c.actual_end_now, '-infinity') < c.actual_end_before
            then (select max(rolled_actual_end) from tasks t
              where t.tenant_id = app.tenant_id() and t.above_id = u.id and t.deleted_at is null)
            else greatest(u.below_actual_end, c.actual_end_now) end
        from changed c where c.above_id = u.id)
      where u.tenant_id = app.tenant_id() and u.id = any (array(select above_id from changed where
        (tasks, open, counted, ended, estimated_amount, actual_amount, estimated_hours, actual_hours, amount_progress,
          hours_progress, progress, amount_tasks, hours_tasks, progress_with_amount, progress_with_hours)
          <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        or (given_start_now, given_end_now, actual_start_now, actual_end_now) is distinct from
          (given_start_before, given_end_before, actual_start_before, actual_end_before)));
    end $function$;

CREATE OR REPLACE FUNCTION app.pass_up_to_tasks(now_there tasks[], there_before tasks[])
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
    begin
      with changed as (
        select above_id, sum(sign) as tasks,
          coalesce(sum(sign) filter (where status not in ('APPROVED', 'CANCELLED')), 0) as open,
          coalesce(sum(sign) filter (where status <> 'CANCELLED'), 0) as counted,
          coalesce(sum(sign) filter (where status <> 'CANCELLED' and rolled_actual_end is not null), 0) as ended,
          sum(sign * rolled_estimated_amount) as estimated_amount, sum(sign * rolled_actual_amount) as actual_amount,
          sum(sign * rolled_estimated_hours) as estimated_hours, sum(sign * rolled_actual_hours) as actual_hours,
          sum(sign * rolled_estimated_amount * rolled_progress) as amount_progress,
          sum(sign * rolled_estimated_hours * rolled_progress) as hours_progress,
          coalesce(sum(sign * rolled_progress) filter (where status <> 'CANCELLED'), 0) as progress,
          coalesce(sum(sign) filter (where rolled_estimated_amount > 0), 0) as amount_tasks,
          coalesce(sum(sign) filter (where rolled_estimated_hours > 0), 0) as hours_tasks,
          coalesce(sum(sign * rolled_progress) filter (where rolled_estimated_amount > 0), 0) as progress_with_amount,
          coalesce(sum(sign * rolled_progress) filter (where rolled_estimated_hours > 0), 0) as progress_with_hours,
          min(rolled_given_start) filter (where sign = 1) as given_start_now,
          min(rolled_given_start) filter (where sign = -1) as given_start_before,
          max(rolled_given_end) filter (where sign = 1) as given_end_now,
          max(rolled_given_end) filter (where sign = -1) as given_end_before,
          min(rolled_actual_start) filter (where sign = 1) as actual_start_now,
          min(rolled_actual_start) filter (where sign = -1) as actual_start_before,
          max(rolled_actual_end) filter (where sign = 1) as actual_end_now,
          max(rolled_actual_end) filter (where sign = -1) as actual_end_before
        from (select 1 as sign, t.* from unnest(now_there) t union all select -1, t.* from unnest(there_before) t) t
        where deleted_at is null group by above_id)
      update tasks u set (
          sub_tasks, open_sub_tasks, counted_sub_tasks, ended_sub_tasks, below_estimated_amount,
          below_actual_amount, below_estimated_hours, below_actual_hours, below_amount_progress,
          below_hours_progress, below_progress, below_amount_tasks, below_hours_tasks, below_progress_with_amount,
          below_progress_with_hours, below_given_start, below_given_end, below_actual_start, below_actual_end
        ) = (select
          u.sub_tasks + c.tasks, u.open_sub_tasks + c.open, u.counted_sub_tasks + c.counted, u.ended_sub_tasks
          + c.ended, u.below_estimated_amount + c.estimated_amount, u.below_actual_amount + c.actual_amount,
          u.below_estimated_hours + c.estimated_hours, u.below_actual_hours + c.actual_hours,
          u.below_amount_progress + c.amount_progress, u.below_hours_progress + c.hours_progress,
          u.below_progress + c.progress, u.below_amount_tasks + c.amount_tasks, u.below_hours_tasks + c.hours_tasks,
          u.below_progress_with_amount + c.progress_with_amount, u.below_progress_with_hours + c.progress_with_hours,
          case when c.given_start_before = u.below_given_start and coalesce(c.given_start_now, 'infinity') > c.given_start_before
            then (select min(rolled_given_start) from tasks t
              where t.tenant_id = app.tenant_id() and t.above_id = u.id and t.deleted_at is null)
            else least(u.below_given_start, c.given_start_now) end,
          case when c.given_end_before = u.below_given_end and coalesce(c.given_end_now, '-infinity') < c.given_end_before
            then (select max(rolled_given_end) from tasks t
              where t.tenant_id = app.tenant_id() and t.above_id = u.id and t.deleted_at is null)
            else greatest(u.below_given_end, c.given_end_now) end,
          case when c.actual_start_before = u.below_actual_start and coalesce(c.actual_start_now, 'infinity') > c.actual_start_before
            then (select min(rolled_actual_start) from tasks t
              where t.tenant_id = app.tenant_id() and t.above_id = u.id and t.deleted_at is null)
            else least(u.below_actual_start, c.actual_start_now) end,
          case when c.actual_end_before = u.below_actual_end and coalesce(c.actual_end_now, '-infinity') < c.actual_end_before
            then (select max(rolled_actual_end) from tasks t
              where t.tenant_id = app.tenant_id() and t.above_id = u.id and t.deleted_at is null)
            else greatest(u.below_actual_end, c.actual_end_now) end
        from changed c where c.above_id = u.id)
      where u.tenant_id = app.tenant_id() and u.id = any (array(select above_id from changed where
        (tasks, open, counted, ended, estimated_amount, actual_amount, estimated_hours, actual_hours, amount_progress,
          hours_progress, progress, amount_tasks, hours_tasks, progress_with_amount, progress_with_hours)
          <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        or (given_start_now, given_end_now, actual_start_now, actual_end_now) is distinct from
          (given_start_before, given_end_before, actual_start_before, actual_end_before)));
    end $function$;

CREATE OR REPLACE FUNCTION app.pictures_waiting()
 RETURNS TABLE(company uuid, waiting bigint, ready bigint, oldest double precision)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  for company in select t.id from tenants t order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    select count(*), count(*) filter (where p.due_at <= clock_timestamp()
        and (p.leased_until is null or p.leased_until <= clock_timestamp())),
      extract(epoch from clock_timestamp() - min(p.since))
    into waiting, ready, oldest from pictures_due p where p.tenant_id = company;
    if waiting > 0 then return next; end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $function$;

CREATE OR REPLACE PROCEDURE app.protect(IN tbl regclass, IN privileges text DEFAULT 'select, insert, update'::text)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security, force row level security', tbl);
  execute format('create policy tenant on %s using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id())', tbl);
  execute format('grant %s on %s to plinth_app', privileges, tbl);
end $procedure$;

CREATE OR REPLACE FUNCTION app.purpose_of(deposit_type text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (deposit_type ~* '\y(emd|earnest|(bid|tender).?(security|bond|deposit))|बयाना|धरोहर'::text) THEN 'EMD'::text WHEN (deposit_type ~* '\y(addl|additional|apg|aps|apsd|asd)\y|अतिरिक्त'::text) THEN 'ADDITIONAL_SECURITY'::text WHEN (deposit_type ~* '\y(advance|mobili[sz]ation)\y|अग्रिम'::text) THEN 'ADVANCE_GUARANTEE'::text WHEN (deposit_type ~* '\yret(ention|ained)'::text) THEN 'RETENTION'::text WHEN (deposit_type ~* '\y(performance|pg|pbg|ps|psd)\y|निष्पादन'::text) THEN 'PERFORMANCE_SECURITY'::text WHEN (deposit_type ~* '\y(security|sd|fsd)\y|सुरक्षा|प्रतिभूति|जमानत'::text) THEN 'SECURITY_DEPOSIT'::text ELSE 'OTHER'::text END;

CREATE OR REPLACE FUNCTION app.reach_across()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if app.is_operator() then perform set_config('role', 'plinth_platform', true); end if;
end $function$;

CREATE OR REPLACE FUNCTION app.record_first_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into status_changes (tenant_id, record_type, record_id, to_status, changed_by)
  select m.tenant_id, tg_table_name, m.id, m.status, app.user_id() from made m;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.record_sheet(sheet measurement_sheets, rounding text)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  bad record;
begin
  if not exists (select from measurement_lines l where l.tenant_id = sheet.tenant_id and l.sheet_id = sheet.id and l.deleted_at is null) then
    raise check_violation using message = 'no lines', constraint = '409 lines There is nothing on this sheet: measure something first';
  end if;
  select l.line_no as line, i.item_no as item, i.deleted_at is not null as is_gone into bad
  from measurement_lines l
  join schedule_items i on i.tenant_id = l.tenant_id and i.id = l.item_id
  left join measurement_lines c on c.tenant_id = l.tenant_id and c.id = l.corrects_line_id
  left join measurement_sheets s on s.tenant_id = c.tenant_id and s.id = c.sheet_id
  where l.tenant_id = sheet.tenant_id and l.sheet_id = sheet.id and l.deleted_at is null
    and (i.deleted_at is not null or s.status = 'CANCELLED')
  order by l.line_no limit 1;
  if found then
    raise check_violation using message = 'line', detail = jsonb_build_object('line', bad.line, 'item', bad.item),
      constraint = case when bad.is_gone then '409 lines Line {line}: item {item} is not in the schedule any more'
        else '409 lines Line {line}: what it corrects of item {item} was cancelled' end;
  end if;
  update measurement_lines l set rounding = record_sheet.rounding
  where l.tenant_id = sheet.tenant_id and l.sheet_id = sheet.id and l.deleted_at is null and l.rounding <> record_sheet.rounding;
  update measurement_lines l set line_no = n.nth
  from (select o.id, row_number() over (order by o.line_no) as nth from measurement_lines o
    where o.tenant_id = sheet.tenant_id and o.sheet_id = sheet.id and o.deleted_at is null) n
  where l.tenant_id = sheet.tenant_id and l.id = n.id and l.line_no <> n.nth;
  -- Corrections take back what was measured, and no more.
  select l.line_no as line, i.item_no as item into bad
  from measurement_lines l
  join measurement_lines c on c.tenant_id = l.tenant_id and c.id = l.corrects_line_id
  join schedule_items i on i.tenant_id = l.tenant_id and i.id = l.item_id
  where l.tenant_id = sheet.tenant_id and l.sheet_id = sheet.id and l.deleted_at is null
    and sign(c.contents) = -sign(c.contents + (select sum(o.contents) from measurement_lines o
      join measurement_sheets s on s.tenant_id = o.tenant_id and s.id = o.sheet_id
      where o.tenant_id = c.tenant_id and o.corrects_line_id = c.id and o.deleted_at is null
        and (s.status = 'RECORDED' or s.id = sheet.id))) and c.contents <> 0
  order by l.line_no limit 1;
  if found then
    raise check_violation using message = 'line', detail = jsonb_build_object('line', bad.line, 'item', bad.item),
      constraint = '409 lines Line {line}: more is taken back than was measured';
  end if;
  return 1 + coalesce((select max(s.number) from measurement_sheets s
    where s.tenant_id = sheet.tenant_id and s.agreement_id = sheet.agreement_id), 0);
end $function$;

CREATE OR REPLACE FUNCTION app.record_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into status_changes (tenant_id, record_type, record_id, from_status, to_status, changed_by)
  values (new.tenant_id, tg_table_name, new.id, old.status, new.status, app.user_id());
  return null;
end $function$;

CREATE OR REPLACE PROCEDURE app.reference(IN child regclass, IN child_column name, IN parent regclass, IN noun text DEFAULT NULL::text)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s add foreign key (tenant_id, %I) references %s (tenant_id, id)', child, child_column, parent);
  execute format('create trigger %I before insert or update of %I, deleted_at on %s for each row
    execute function app.require_live_parent(%L, %L)', 'b_live_' || child_column, child_column, child, child_column, parent);
  if noun is not null then
    execute format('create trigger %I before update of deleted_at on %s for each row
      when (old.deleted_at is null and new.deleted_at is not null) execute function app.refuse_delete_in_use(%L, %L, %L)',
      'b_in_use_by_' || child || '_' || child_column, parent, child, child_column, noun);
  end if;
end $procedure$;

CREATE OR REPLACE FUNCTION app.reference_key(reference text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(lower(reference), '^[^[:alnum:]]*((utr|ref|reference|no|number)(?![[:alnum:]])[^[:alnum:]]*)+|[^[:alnum:]]+'::text, ''::text, 'g'::text);

CREATE OR REPLACE FUNCTION app.refresh_statistics(of_all boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  outdated regclass;
begin
  for outdated in
    select c.oid::regclass from pg_class c join pg_stat_user_tables s on s.relid = c.oid
    where c.relnamespace = 'public'::regnamespace and (of_all or s.n_mod_since_analyze > greatest(500, c.reltuples / 5))
  loop
    -- One that somebody else is analyzing needs no second look.
    execute format('analyze (skip_locked) %s', outdated);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION app.refuse_becoming_sample()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'A company never becomes a sample: its records could be erased' using errcode = 'PL409';
end $function$;

CREATE OR REPLACE FUNCTION app.refuse_delete_in_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  children bigint;
begin
  execute format('select count(*) from %s where tenant_id = $1 and %I = $2 and deleted_at is null', tg_argv[0], tg_argv[1])
    into children using old.tenant_id, old.id;
  if children > 0 then
    raise exception 'It cannot be deleted: it still has {count} %', case when children = 1 then tg_argv[2] else tg_argv[2] || 's' end
      using detail = jsonb_build_object('count', children), errcode = 'PL409';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.refuse_delete_of_asked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  letter text := (select min(r.number) from refund_request_items i
    join refund_requests r on r.tenant_id = i.tenant_id and r.id = i.request_id and r.deleted_at is null and r.state <> 'WITHDRAWN'
    where i.tenant_id = old.tenant_id and i.deposit_id = old.id and i.deleted_at is null);
begin
  if letter is not null then
    raise exception 'It cannot be deleted: {number} asks for it' using detail = jsonb_build_object('number', letter), errcode = 'PL409';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.refuse_delete_of_carried()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'It cannot be deleted: take back first what was carried into or out of this deposit' using errcode = 'PL409';
end $function$;

CREATE OR REPLACE FUNCTION app.refuse_delete_of_held_role()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  holders bigint := (select count(*) from user_roles ur
    join users u on u.tenant_id = ur.tenant_id and u.id = ur.user_id and u.deleted_at is null
    where ur.tenant_id = old.tenant_id and ur.role_id = old.id);
begin
  if holders > 0 then
    raise exception using message = case when holders = 1 then 'It cannot be deleted: it is still held by {count} person'
        else 'It cannot be deleted: it is still held by {count} people' end,
      detail = jsonb_build_object('count', holders), errcode = 'PL409';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.refuse_delete_of_letter()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from refund_requests r
    where r.tenant_id = old.tenant_id and r.id = old.refund_request_id and r.document_id = old.id)
  then
    raise exception 'This is the letter as it was sent: it stays.' using errcode = 'PL409';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.refuse_other_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'A document cannot be changed, only deleted' using errcode = 'PL409';
end $function$;

CREATE OR REPLACE FUNCTION app.refuse_other_note()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'A note cannot be changed, only deleted' using errcode = 'PL409';
end $function$;

CREATE OR REPLACE FUNCTION app.refuse_outsider()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if app.is_outsider() then
    raise exception 'How people of another company sign in is for them and their administrators to change' using errcode = 'PL403';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION app.refuse_undrawn_pictures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.has_pictures and exists (select from pictures_due p where p.tenant_id = new.tenant_id and p.id = new.id) then
    return new;
  end if;
  raise exception 'A document cannot be changed, only deleted' using errcode = 'PL409';
end $function$;

CREATE OR REPLACE FUNCTION app.reminder_checks_overdue()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  company uuid;
  overdue bigint := 0;
begin
  for company in select t.id from tenants t where t.status = 'ACTIVE' and t.deleted_at is null loop
    perform set_config('app.tenant_id', company::text, true);
    if exists (select from reminder_runs r where r.tenant_id = company and coalesce(r.proved_on, r.since) < app.today() - 1) then
      overdue := overdue + 1;
    end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
  return overdue;
end $function$;

CREATE OR REPLACE FUNCTION app.reminder_faults()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  company uuid;
  own int;
  faults bigint := 0;
begin
  for company in select t.id from tenants t where t.status = 'ACTIVE' and t.deleted_at is null loop
    perform set_config('app.tenant_id', company::text, true);
    select r.faults into own from reminder_runs r where r.tenant_id = company;
    faults := faults + coalesce(own, 0);
  end loop;
  perform set_config('app.tenant_id', '', true);
  return faults;
end $function$;

CREATE OR REPLACE FUNCTION app.repeat_day(due_on date, repeat_days integer, n integer)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((due_on + (LEAST(n, (400 / repeat_days)) * repeat_days)) + (GREATEST((n - (400 / repeat_days)), 0) * GREATEST(repeat_days, 30)));

CREATE OR REPLACE FUNCTION app.repeats_until(due_on date, repeat_days integer, day date)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (day <= due_on) THEN 0 WHEN ((day - due_on) <= ((400 / repeat_days) * repeat_days)) THEN ((day - due_on) / repeat_days) ELSE ((400 / repeat_days) + (((day - due_on) - ((400 / repeat_days) * repeat_days)) / GREATEST(repeat_days, 30))) END;

CREATE OR REPLACE FUNCTION app.require_askable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  request record;
begin
  select r.state, r.office_id into request from refund_requests r
  where r.tenant_id = new.tenant_id and r.id = new.request_id and r.deleted_at is null for no key update;
  if not found then raise exception 'Not found' using errcode = 'PL404'; end if;
  if request.state <> 'DRAFT' then
    raise exception 'It was sent: what it says is not changed. Withdraw it, or write another one.' using errcode = 'PL409';
  end if;
  if new.deleted_at is null then
    perform app.judge_asked(new.tenant_id, new.deposit_id, new.amount, request.office_id);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.require_assignee()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.deleted_at is null and old.assignee_id = new.assignee_id then return new; end if;
  perform from users where tenant_id = new.tenant_id and id = new.assignee_id and deleted_at is null for share;
  if not found then
    raise check_violation using message = 'no assignee', constraint = '400 assigneeId must be a person of your company';
  end if;
  if not exists (select from app.holders('General Tasks', 'canView') holder where holder = new.assignee_id) then
    raise check_violation using message = 'assignee', constraint = '400 assigneeId must be somebody who may view general tasks';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.require_counted_guarantee()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  paper record;
begin
  if tg_op = 'UPDATE' and old.deleted_at is null and old.instrument_id = new.instrument_id then return new; end if;
  select i.kind, i.facility_id, i.state into paper from instruments i
  where i.tenant_id = new.tenant_id and i.id = new.instrument_id and i.deleted_at is null for share;
  if not found or paper.kind not in ('BG', 'E_BG') then
    raise check_violation using message = 'no guarantee', constraint = '400 instrumentId must be a bank guarantee of your company';
  end if;
  if paper.state in ('DRAFT', 'CANCELLED') then
    raise check_violation using message = 'no count', constraint = '409 instrumentId This guarantee does not count: it is a draft, or was cancelled';
  end if;
  if paper.facility_id is null then
    raise check_violation using message = 'no limit', constraint = '409 instrumentId This guarantee says no bank limit: say it there first';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.require_cover()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  covered numeric;
begin
  select i.amount into covered from instruments i where i.tenant_id = new.tenant_id and i.id = new.instrument_id
    and i.kind in ('BG', 'E_BG', 'SURETY_BOND') for no key update;
  if found and app.secured_by(new.tenant_id, new.instrument_id) > covered then
    raise check_violation using message = 'cover',
      constraint = '409 instrumentId The guarantee is for less than its deposits';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.require_day_of_note()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.happened_on > app.today() then
    raise check_violation using message = 'day', constraint = '400 happenedOn must not be after today';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.require_flag(module_key text, flag text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if not app.may(module_key, flag) then
    raise exception 'You do not have permission to do this.' using errcode = 'PL403';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION app.require_four_eyes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from app.holders('Project Tasks', 'canEdit') other where other <> app.user_id()) then
    raise check_violation using message = 'own review',
      constraint = '409 status You asked for this review yourself: somebody else approves or rejects it';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.require_free_receipt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  receipt instruments;
begin
  if not exists (select from instruments i where i.tenant_id = new.tenant_id and i.id = new.guarantee_id and i.deleted_at is null
    and i.kind in ('BG', 'E_BG', 'SURETY_BOND') and i.state not in ('CLOSED', 'CANCELLED'))
  then
    raise exception 'Only a guarantee that is not closed is secured by a receipt' using errcode = 'PL409';
  end if;
  select * into receipt from instruments i where i.tenant_id = new.tenant_id and i.id = new.receipt_id and i.deleted_at is null
    and i.kind in ('FDR', 'TDR') and i.state not in ('CLOSED', 'CANCELLED') for no key update;
  if not found then
    raise check_violation using message = 'receipt', constraint = '400 receiptId must be a deposit receipt of your company';
  end if;
  if new.marked_on > app.today() then
    raise check_violation using message = 'day', constraint = '400 markedOn must not be after today';
  end if;
  if new.amount + (select coalesce(sum(l.amount), 0) from instrument_liens l
    where l.tenant_id = new.tenant_id and l.receipt_id = new.receipt_id and l.freed_on is null) > receipt.amount
  then
    raise check_violation using message = 'free', constraint = '409 amount is more than what is free of this receipt';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.require_imported_lien()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from instruments i where i.tenant_id = old.tenant_id and i.id = old.guarantee_id
    and i.import_id is not null and old.created_at <= i.imported_as)
  then
    raise exception 'A lien is freed, and never deleted.' using errcode = 'PL409';
  end if;
  new.freed_on := coalesce(old.freed_on, greatest(app.today(), old.marked_on));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.require_leave()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if app.is_outsider() and current_setting('app.lets_in', true) is distinct from 'on' then
    raise exception 'To let somebody in at another company you need a permission that you do not hold: canEdit on Credentials'
      using errcode = 'PL403';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION app.require_live_parent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  parent_id uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
  found_id uuid;
begin
  if parent_id is null or new.deleted_at is not null then return new; end if;
  -- What it hung on before may be gone since (a person who left): an edit of something else goes on.
  if tg_op = 'UPDATE' and old.deleted_at is null and (to_jsonb(old) ->> tg_argv[0])::uuid = parent_id then return new; end if;
  execute format('select case when deleted_at is null then id end from %s where tenant_id = $1 and id = $2 for share', tg_argv[1])
    into found_id using new.tenant_id, parent_id;
  if found_id is null then raise exception 'Not found' using errcode = 'PL404'; end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.require_mentionable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  module_key text := case when new.project_id is not null then 'Projects' when new.task_id is not null then 'Project Tasks'
    when new.general_task_id is not null then 'General Tasks' else 'Contracts' end;
  stranger bigint := (select min(named.place) - 1 from unnest(new.mentions) with ordinality named (id, place)
    where not exists (select from app.holders(module_key, 'canView') holder where holder = named.id));
begin
  if stranger is not null then
    raise check_violation using message = 'mention', constraint = format('400 mentions[%s] may not see this record', stranger);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.require_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  paper instruments;
  last_day date;
  moved text;
begin
  select * into paper from instruments i where i.tenant_id = new.tenant_id and i.id = new.instrument_id and i.deleted_at is null
  for no key update;
  if not found then raise exception 'Not found' using errcode = 'PL404'; end if;
  moved := app.instrument_moved_to(paper.kind, paper.state, new.kind);
  if moved is null then
    raise check_violation using message = 'no move', constraint = '409 kind An instrument that is {state} cannot be {event}',
      detail = jsonb_build_object('state', paper.state, 'event', new.kind);
  end if;
  if new.happened_on > app.today() then
    raise check_violation using message = 'day', constraint = '400 happenedOn must not be after today';
  end if;
  select max(e.happened_on) into last_day from instrument_events e where e.tenant_id = new.tenant_id and e.instrument_id = new.instrument_id;
  if new.happened_on < last_day then
    raise check_violation using message = 'day', constraint = '400 happenedOn must not be before the last event';
  end if;
  if new.kind = 'DISCHARGED' and paper.state = 'LODGED' and new.happened_on <= coalesce(paper.claim_until, paper.expires_on) then
    raise check_violation using message = 'day',
      constraint = '409 kind It can still be claimed: it is discharged when it came back';
  end if;
  if new.kind = 'EXTENDED' and new.expires_on_after < paper.expires_on then
    raise check_violation using message = 'day', constraint = '400 expiresOn must not be before the present one: correct it';
  end if;
  if new.kind = 'RENEWED' and new.matures_on_after < paper.matures_on then
    raise check_violation using message = 'day', constraint = '400 maturesOn must not be before the present one: correct it';
  end if;
  if new.paid_amount > paper.amount then
    raise check_violation using message = 'amount', constraint = '409 amount is more than the guarantee comes to';
  end if;
  new.from_state := paper.state;
  new.to_state := case
    when new.kind = 'CORRECTED' then coalesce(new.to_state, moved)
    when new.kind = 'PAID_OUT' and new.paid_amount < paper.amount then 'LODGED' else moved end;
  new.amount_before := paper.amount;
  new.amount_after := case when new.kind = 'PAID_OUT' then paper.amount - new.paid_amount else coalesce(new.amount_after, paper.amount) end;
  new.issued_on_before := paper.issued_on;
  new.issued_on_after := coalesce(new.issued_on_after, paper.issued_on);
  new.expires_on_before := paper.expires_on;
  new.expires_on_after := coalesce(new.expires_on_after, paper.expires_on);
  new.claim_until_before := paper.claim_until;
  -- An extension that says nothing of claims leaves as many days for them as there were.
  new.claim_until_after := coalesce(new.claim_until_after,
    case when new.kind = 'EXTENDED' then paper.claim_until + (new.expires_on_after - paper.expires_on) else paper.claim_until end);
  new.matures_on_before := paper.matures_on;
  new.matures_on_after := coalesce(new.matures_on_after, paper.matures_on);
  -- What was paid out its deposits lose in the same transaction.
  if new.kind <> 'PAID_OUT' and new.amount_after < paper.amount then
    perform app.require_worth(new.tenant_id, paper.id, paper.kind, new.amount_after);
  end if;
  if new.to_state in ('CLOSED', 'CANCELLED') and exists (select from instrument_liens l where l.tenant_id = new.tenant_id
    and l.receipt_id = paper.id and l.freed_on is null)
  then
    raise check_violation using message = 'lien', constraint = '409 kind This receipt secures a guarantee: free its liens first';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.require_named_parent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  parent_id uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
  found_id uuid;
begin
  if tg_op = 'UPDATE' and old.deleted_at is null and (to_jsonb(old) ->> tg_argv[0])::uuid = parent_id then return new; end if;
  execute format('select id from %s where tenant_id = $1 and id = $2 and deleted_at is null for share', tg_argv[1])
    into found_id using new.tenant_id, parent_id;
  if found_id is null then raise check_violation using message = 'no parent', constraint = tg_argv[2]; end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.require_office()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.deleted_at is null and old.office_id = new.office_id then return new; end if;
  perform from offices where tenant_id = new.tenant_id and id = new.office_id and deleted_at is null for share;
  if not found then
    raise check_violation using message = 'no office', constraint = '400 officeId must be an office of your company';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.require_only_cancelled()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  -- A generated column is filled after this trigger, so that it differs here.
  changing text[] := '{cancelled_at,cancelled_by,cancelled_why,updated_at,updated_by,reference_key}';
begin
  if old.cancelled_at is not null then
    raise exception 'This was cancelled already.' using errcode = 'PL409';
  end if;
  if old.source = 'STATUS' and pg_trigger_depth() = 1 then
    raise exception 'This follows from the status of the deposit: change that instead.' using errcode = 'PL409';
  end if;
  if old.source = 'STATUS' and new.source = 'ENTERED' then
    changing := changing || '{source,settled_on,reason}'::text[];
  end if;
  if to_jsonb(new) - changing <> to_jsonb(old) - changing then
    raise exception 'a settlement is never changed';
  end if;
  if new.source = old.source then
    new.cancelled_at := clock_timestamp();
    new.cancelled_by := app.user_id();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.require_only_freed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.freed_on is not null then raise exception 'This lien was freed already.' using errcode = 'PL409'; end if;
  if new.freed_on > app.today() then
    raise check_violation using message = 'day', constraint = '400 freedOn must not be after today';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.require_open_deposit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  deposit record;
begin
  if new.source <> 'ENTERED' then return new; end if;
  select d.status, d.contract_id, d.deposit_submitted_date, d.open_amount into deposit from security_deposits d
  where d.tenant_id = new.tenant_id and d.id = new.deposit_id and d.deleted_at is null for no key update;
  if not found then raise exception 'Not found' using errcode = 'PL404'; end if;
  if deposit.status in ('DRAFT', 'REJECTED', 'CANCELLED') then
    raise check_violation using message = 'unpaid', constraint = '409 kind Nothing was paid of a deposit in this status: change the status first';
  end if;
  if new.settled_on > app.today() then
    raise check_violation using message = 'day', constraint = '400 settledOn must not be after today';
  end if;
  if new.settled_on < deposit.deposit_submitted_date then
    raise check_violation using message = 'day', constraint = '400 settledOn must not be before the deposit was submitted';
  end if;
  if new.amount > deposit.open_amount then
    raise check_violation using message = 'open', constraint = '409 amount is more than what is open of this deposit';
  end if;
  if new.into_deposit_id is not null and not exists (select from security_deposits d where d.tenant_id = new.tenant_id
    and d.id = new.into_deposit_id and d.contract_id = deposit.contract_id and d.deleted_at is null)
  then
    raise check_violation using message = 'into', constraint = '400 intoDepositId must be another deposit of this contract';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.require_open_task()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  task_state text := (select t.state from general_tasks t
    where t.tenant_id = new.tenant_id and t.id = new.task_id and t.deleted_at is null for no key update);
begin
  if task_state is null then raise exception 'Not found' using errcode = 'PL404'; end if;
  if task_state in ('DONE', 'CANCELLED') then
    raise exception 'The task is done or cancelled: reopen it to change its checklist.' using errcode = 'PL409';
  end if;
  if tg_op = 'INSERT' and (select count(*) from general_task_lines l
    where l.tenant_id = new.tenant_id and l.task_id = new.task_id and l.deleted_at is null) >= 20
  then
    raise exception 'A checklist has at most 20 lines, and this one has them.' using errcode = 'PL409';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.require_own_new_note()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.created_by is distinct from app.user_id() then
    raise exception 'Only whoever wrote a note may delete it.' using errcode = 'PL409';
  end if;
  if old.created_at < clock_timestamp() - interval '24 hours' then
    raise exception 'A note stays once a day has passed since it was written.' using errcode = 'PL409';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.require_parent_office()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  above uuid := new.parent_id;
begin
  while above is not null loop
    if above = new.id then
      raise check_violation using message = 'circle', constraint = '409 parentId must not be this office or one below it';
    end if;
    select parent_id into above from offices where tenant_id = new.tenant_id and id = above and deleted_at is null for share;
    if not found then
      raise check_violation using message = 'no parent', constraint = '400 parentId must be an office of your company';
    end if;
  end loop;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.require_priced_schedule()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  bare record;
begin
  select count(*) as items, min(i.item_no) as item into bare from schedule_items i
  where i.tenant_id = new.tenant_id and i.agreement_id = new.id and i.kind = 'ITEM' and i.rate is null and i.deleted_at is null;
  if bare.items > 0 then
    raise check_violation using message = 'no rate', constraint = '409 status needs a rate for each item: {item} has none',
      detail = jsonb_build_object('item', bare.item);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.require_room()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  source record;
  target security_deposits;
begin
  perform app.lock_carrying(new.deposit_id, new.into_deposit_id);
  select d.contract_id into source from security_deposits d
  where d.tenant_id = new.tenant_id and d.id = new.deposit_id and d.deleted_at is null;
  if not found then raise exception 'Not found' using errcode = 'PL404'; end if;
  select * into target from security_deposits d where d.tenant_id = new.tenant_id and d.id = new.into_deposit_id
    and d.contract_id = source.contract_id and d.id <> new.deposit_id and d.deleted_at is null;
  if not found then
    raise check_violation using message = 'into', constraint = '400 intoDepositId must be another deposit of this contract';
  end if;
  if app.room_of(target) is null then
    raise check_violation using message = 'into',
      constraint = '409 intoDepositId That deposit was not paid: change its status first, or choose another one';
  end if;
  if app.is_carried_on(new.tenant_id, new.into_deposit_id, new.deposit_id) then
    raise check_violation using message = 'into',
      constraint = '409 intoDepositId Money of that deposit was carried into this one: take that back first';
  end if;
  if new.amount > app.room_of(target) then
    raise check_violation using message = 'into', constraint = '409 amount is more than what fits into that deposit';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.require_room_for_note()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('notes of ' || new.record_id, 0));
  if (select count(*) from notes n where n.tenant_id = new.tenant_id and n.record_id = new.record_id and n.deleted_at is null) > 2000
  then
    raise exception 'A record has at most 2,000 notes, and this one has them.' using errcode = 'PL409';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.require_room_for_rule()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('reminder rules of ' || new.tenant_id, 0));
  if (select count(*) from reminder_rules r where r.tenant_id = new.tenant_id and r.is_active and r.deleted_at is null) > 60 then
    raise exception 'A company has at most 60 rules that are switched on, and yours has them.' using errcode = 'PL409';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.require_room_for_watcher()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('watchers of ' || new.record_id, 0));
  if (select count(*) from watchers w where w.tenant_id = new.tenant_id and w.record_id = new.record_id) > 200 then
    raise exception 'A record has at most 200 people who watch it, and this one has them.' using errcode = 'PL409';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.require_say_over(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  perform app.require_leave();
  if app.is_unbound() or app.is_proved(person) then return; end if;
  if person = app.user_id() then
    raise exception 'How you sign in is changed on your own page, which asks for your password' using errcode = 'PL409';
  end if;
  if app.is_above(person) then
    raise exception 'You cannot change how somebody signs in who may do more than you' using errcode = 'PL403';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION app.require_worth(company uuid, instrument uuid, kind text, amount numeric)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if kind in ('BG', 'E_BG', 'SURETY_BOND') and app.secured_by(company, instrument) > amount then
    raise check_violation using message = 'secured', constraint = '409 amount is less than its deposits come to';
  end if;
  if (select sum(l.amount) from instrument_liens l where l.tenant_id = company and l.receipt_id = instrument and l.freed_on is null)
    > amount
  then
    raise check_violation using message = 'lien', constraint = '409 amount is less than the liens on it';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION app.room_of(deposit security_deposits)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when deposit.deleted_at is null and app.is_paid(deposit.status)
    then least(deposit.open_amount, deposit.amount - deposit.carried_in_amount) end
$function$;

CREATE OR REPLACE FUNCTION app.rounded(value numeric, decimals integer, rounding text)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((rounding = 'HALF_EVEN'::text) AND ((abs((value * ((10)::numeric ^ (decimals)::numeric))) % (1)::numeric) = 0.5)) THEN round((((2)::numeric * round(((value * ((10)::numeric ^ (decimals)::numeric)) / (2)::numeric))) / ((10)::numeric ^ (decimals)::numeric)), decimals) ELSE round(value, decimals) END;

CREATE OR REPLACE FUNCTION app.sample_company(OUT is_made boolean, OUT is_erased boolean)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT COALESCE(bool_or((tenants.is_sample OR (tenants.sample_erased_at IS NOT NULL))), false) AS "coalesce",
     COALESCE(bool_or((tenants.sample_erased_at IS NOT NULL)), false) AS "coalesce"
    FROM tenants;
END;

CREATE OR REPLACE FUNCTION app.seal_audit(company uuid, most integer DEFAULT 5000, OUT number bigint, OUT digest bytea)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  sealed bigint;
begin
  perform set_config('app.tenant_id', company::text, true);
  if not pg_try_advisory_xact_lock(hashtext('sealing the audit trail'), hashtext(company::text)) then return; end if;
  number := coalesce((select max(s.number) from audit_seals s where s.tenant_id = company), 0) + 1;
  update audit_entries e set seal = seal_audit.number where e.tenant_id = company and e.id = any (array(
    select n.id from audit_entries n where n.tenant_id = company and n.seal is null order by n.id limit most));
  get diagnostics sealed = row_count;
  if sealed = 0 then
    number := null;
    return;
  end if;
  digest := app.audit_digest(number);
  insert into audit_seals (tenant_id, number, entries, digest) values (company, number, sealed, digest);
end $function$;

CREATE OR REPLACE FUNCTION app.search_tenant_names(pattern text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT tenants.name
    FROM tenants
   WHERE ((tenants.name ~~* search_tenant_names.pattern) AND (tenants.status = 'ACTIVE'::text) AND (tenants.deleted_at IS NULL))
   ORDER BY (lower(tenants.name))
  LIMIT 10;
END;

CREATE OR REPLACE FUNCTION app.secured_by(company uuid, instrument uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(d.open_amount), 0) from security_deposits d
  where d.tenant_id = company and d.instrument_id = instrument and d.deleted_at is null
    and d.status not in ('DRAFT', 'REJECTED', 'CANCELLED')
$function$;

CREATE OR REPLACE FUNCTION app.settle_by_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  kind text := app.settlement_of(new.status);
  entered record;
  settled numeric;
  rest numeric;
begin
  if tg_op = 'INSERT' then
    new.received_amount := case when kind in ('RECEIVED', 'RELEASED') then new.amount else 0 end;
    new.lost_amount := case when kind = 'FORFEITED' then new.amount else 0 end;
    new.carried_amount := 0;
    new.carried_in_amount := 0;
    new.is_return_settled := false;
    return new;
  end if;
  -- An entry of its own is being booked or cancelled: that has summed up already.
  if pg_trigger_depth() > 1 then return new; end if;
  new.received_amount := old.received_amount;
  new.lost_amount := old.lost_amount;
  new.carried_amount := old.carried_amount;
  new.carried_in_amount := old.carried_in_amount;
  new.is_return_settled := old.is_return_settled and new.deposit_returned_date is not distinct from old.deposit_returned_date;
  if new.status = old.status and new.amount = old.amount then return new; end if;
  select * into entered from app.entered_settlements(new.tenant_id, new.id);
  settled := entered.received + entered.lost + entered.carried;
  rest := new.amount - settled;
  if rest < 0 then
    raise check_violation using message = 'settled', constraint = '409 amount is less than what was settled of this deposit';
  end if;
  if rest = 0 and settled > 0 and new.amount <> old.amount and kind is null and app.is_paid(new.status) then
    raise check_violation using message = 'settled', constraint = '409 amount Cancel the receipts of this deposit first';
  end if;
  if new.status <> old.status and settled > 0 and (not app.is_paid(new.status)
    or rest = 0 and kind is distinct from app.settlement_of(old.status))
  then
    raise check_violation using message = 'settled', constraint = '409 status Cancel the receipts of this deposit first';
  end if;
  new.received_amount := entered.received + case when kind in ('RECEIVED', 'RELEASED') then rest else 0 end;
  new.lost_amount := entered.lost + case when kind = 'FORFEITED' then rest else 0 end;
  new.carried_amount := entered.carried;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.settlement_of(status text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (status = ANY (ARRAY['RETURNED'::text, 'REFUNDED'::text])) THEN 'RECEIVED'::text WHEN (status = ANY (ARRAY['RELEASED'::text, 'FORFEITED'::text])) THEN status ELSE NULL::text END;

CREATE OR REPLACE FUNCTION app.sheet_may_become(old_status text, new_status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((old_status = 'DRAFT'::text) AND (new_status = 'RECORDED'::text)) OR ((old_status = 'RECORDED'::text) AND (new_status = 'CANCELLED'::text)));

CREATE OR REPLACE FUNCTION app.sign_audit_seal(company uuid, seal_number bigint, seal_signature text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform set_config('app.tenant_id', company::text, true);
  update audit_seals s set signature = seal_signature
  where s.tenant_id = company and s.number = seal_number and s.signature is null;
end $function$;

CREATE OR REPLACE FUNCTION app.sign_in_letters_not_mailed(OUT letters bigint, OUT oldest double precision)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT count(*) AS count,
     COALESCE(EXTRACT(epoch FROM (clock_timestamp() - min(sign_in_letters.created_at))), (0)::numeric) AS "coalesce"
    FROM sign_in_letters
   WHERE ((sign_in_letters.mailed_at IS NULL) AND ((sign_in_letters.kind <> 'LINK'::text) OR (sign_in_letters.created_at > (now() - '24:00:00'::interval))));
END;

CREATE OR REPLACE FUNCTION app.stamp()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  now_set jsonb;
  set_before jsonb;
begin
  if tg_op = 'INSERT' then
    new.created_at := clock_timestamp();
    new.created_by := app.user_id();
    new.updated_at := new.created_at;
  else
    if tg_nargs > 0 then
      now_set := to_jsonb(new) - tg_argv[1]::text[];
      set_before := to_jsonb(old) - tg_argv[1]::text[];
      -- An edit that changes nothing is a save all the same, unless it is a trigger's.
      if (now_set <> set_before or pg_trigger_depth() > 1) and now_set - tg_argv[0]::text[] = set_before - tg_argv[0]::text[] then
        return new;
      end if;
    end if;
    new.created_at := old.created_at;
    new.created_by := old.created_by;
    -- Strictly later than before, so that two edits never share the moment that tells a stale one.
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  end if;
  new.updated_by := app.user_id();
  new.deleted_by := case when new.deleted_at is null then null else coalesce(new.deleted_by, app.user_id()) end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.step_into(record uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  own uuid := app.tenant_id();
  found_tenant uuid;
  is_sample boolean;
begin
  if not app.is_operator() then return; end if;
  perform set_config('app.lets_in', case when app.may('Credentials', 'canEdit') then 'on' else 'off' end, true),
    set_config('role', 'plinth_platform', true);
  select t.id, t.is_sample into found_tenant, is_sample from tenants t where t.deleted_at is null and t.id = coalesce(
    (select u.tenant_id from users u where u.id = record), (select r.tenant_id from roles r where r.id = record), record);
  perform set_config('role', 'none', true);
  if found_tenant is null then raise exception 'Not found' using errcode = 'PL404'; end if;
  if is_sample then perform app.hold_sample_calls(found_tenant); end if;
  perform set_config('app.tenant_id', found_tenant::text, true),
    set_config('app.visiting', case when found_tenant = own then 'off' else 'on' end, true);
end $function$;

CREATE OR REPLACE FUNCTION app.step_out(home uuid)
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 SELECT set_config('app.tenant_id'::text, (home)::text, true) AS set_config,
     set_config('app.visiting'::text, 'off'::text, true) AS set_config;
END;

CREATE OR REPLACE FUNCTION app.sweep_contact_messages(most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 WITH gone AS (
          DELETE FROM contact_messages
           WHERE (contact_messages.id = ANY (ARRAY( SELECT m.id
                    FROM contact_messages m
                   WHERE (m.mailed_at < (now() - '365 days'::interval))
                   ORDER BY m.mailed_at
                  LIMIT sweep_contact_messages.most
                  FOR UPDATE OF m SKIP LOCKED)))
           RETURNING 1 AS "?column?"
         )
  SELECT count(*) AS count
    FROM gone;
END;

CREATE OR REPLACE FUNCTION app.sweep_login_attempts(most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 WITH gone AS (
          DELETE FROM login_attempts
           WHERE (login_attempts.key = ANY (ARRAY( SELECT a.key
                    FROM login_attempts a
                   WHERE (a.window_ends_at <= now())
                   ORDER BY a.window_ends_at
                  LIMIT sweep_login_attempts.most
                  FOR UPDATE OF a SKIP LOCKED)))
           RETURNING 1 AS "?column?"
         )
  SELECT count(*) AS count
    FROM gone;
END;

CREATE OR REPLACE FUNCTION app.sweep_password_links(company uuid, most integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  gone bigint;
begin
  perform set_config('app.tenant_id', company::text, true);
  delete from password_links where tenant_id = company and id = any (array(
    select l.id from password_links l where l.tenant_id = company and l.expires_at < now()
    order by l.expires_at limit most for update skip locked));
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION app.sweep_sessions(company uuid, most integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  gone bigint;
begin
  perform set_config('app.tenant_id', company::text, true), set_config('app.sweeping', 'on', true);
  delete from sessions where tenant_id = company and id = any (array(
    select s.id from sessions s where s.tenant_id = company and s.expires_at < now()
      and exists (select from sessions n where n.tenant_id = company and n.user_id = s.user_id and n.expires_at > s.expires_at)
    order by s.expires_at limit most for update skip locked));
  get diagnostics gone = row_count;
  perform set_config('app.sweeping', 'off', true);
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION app.sweep_sign_in_letters(most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 WITH gone AS (
          DELETE FROM sign_in_letters
           WHERE (sign_in_letters.id = ANY (ARRAY( SELECT l.id
                    FROM sign_in_letters l
                   WHERE (l.created_at < (now() - '30 days'::interval))
                   ORDER BY l.created_at
                  LIMIT sweep_sign_in_letters.most
                  FOR UPDATE OF l SKIP LOCKED)))
           RETURNING 1 AS "?column?"
         )
  SELECT count(*) AS count
    FROM gone;
END;

CREATE OR REPLACE FUNCTION app.take_back_attempt(attempt_key text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 UPDATE login_attempts SET attempts = (login_attempts.attempts - 1)
   WHERE ((login_attempts.key = take_back_attempt.attempt_key) AND (login_attempts.attempts > 0));
END;

CREATE OR REPLACE FUNCTION app.take_over_seals(company uuid, last_seal bigint, last_digest bytea, forged text, unknown text, signature text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform set_config('app.tenant_id', company::text, true);
  insert into audit_takeovers (tenant_id, number, digest, forged, unknown, signature)
  values (company, last_seal, last_digest, forged, unknown, signature);
end $function$;

CREATE OR REPLACE FUNCTION app.task_amount(quantity numeric, rate numeric, tax_percentage numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN round((((quantity * rate) * ((100)::numeric + tax_percentage)) * 0.01), 2);

CREATE OR REPLACE FUNCTION app.task_number(task uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 WITH RECURSIVE upward AS (
          SELECT t.tenant_id,
             t.id,
             t.project_id,
             t.parent_id,
             t.level,
             t.parent_level,
             t."position",
             t.title,
             t.description,
             t.estimated_quantity,
             t.units,
             t.estimated_rate,
             t.tax_percentage,
             t.actual_quantity,
             t.actual_rate,
             t.estimated_effort_hours,
             t.actual_effort_hours,
             t.status,
             t.task_type,
             t.priority,
             t.given_start_date,
             t.given_end_date,
             t.actual_start_date,
             t.actual_end_date,
             t.progress,
             t.is_milestone,
             t.is_billable,
             t.assigned_to,
             t.completed_by,
             t.approved_by,
             t.approval_date,
             t.is_approved,
             t.rejection_reason,
             t.review_requested_by,
             t.review_requested_at,
             t.rejected_by,
             t.rejected_at,
             t.termination_reason,
             t.comment,
             t.created_at,
             t.created_by,
             t.updated_at,
             t.updated_by,
             t.deleted_at,
             t.deleted_by,
             t.sub_tasks,
             t.open_sub_tasks,
             t.counted_sub_tasks,
             t.ended_sub_tasks,
             t.below_estimated_amount,
             t.below_actual_amount,
             t.below_estimated_hours,
             t.below_actual_hours,
             t.below_amount_progress,
             t.below_hours_progress,
             t.below_progress,
             t.below_given_start,
             t.below_given_end,
             t.below_actual_start,
             t.below_actual_end,
             t.above_id,
             t.estimated_amount,
             t.actual_amount,
             t.rolled_estimated_amount,
             t.rolled_actual_amount,
             t.rolled_estimated_hours,
             t.rolled_actual_hours,
             t.rolled_progress,
             t.rolled_given_start,
             t.rolled_given_end,
             t.rolled_actual_start,
             t.rolled_actual_end
            FROM tasks t
           WHERE ((t.tenant_id = app.tenant_id()) AND (t.id = task_number.task))
         UNION ALL
          SELECT t.tenant_id,
             t.id,
             t.project_id,
             t.parent_id,
             t.level,
             t.parent_level,
             t."position",
             t.title,
             t.description,
             t.estimated_quantity,
             t.units,
             t.estimated_rate,
             t.tax_percentage,
             t.actual_quantity,
             t.actual_rate,
             t.estimated_effort_hours,
             t.actual_effort_hours,
             t.status,
             t.task_type,
             t.priority,
             t.given_start_date,
             t.given_end_date,
             t.actual_start_date,
             t.actual_end_date,
             t.progress,
             t.is_milestone,
             t.is_billable,
             t.assigned_to,
             t.completed_by,
             t.approved_by,
             t.approval_date,
             t.is_approved,
             t.rejection_reason,
             t.review_requested_by,
             t.review_requested_at,
             t.rejected_by,
             t.rejected_at,
             t.termination_reason,
             t.comment,
             t.created_at,
             t.created_by,
             t.updated_at,
             t.updated_by,
             t.deleted_at,
             t.deleted_by,
             t.sub_tasks,
             t.open_sub_tasks,
             t.counted_sub_tasks,
             t.ended_sub_tasks,
             t.below_estimated_amount,
             t.below_actual_amount,
             t.below_estimated_hours,
             t.below_actual_hours,
             t.below_amount_progress,
             t.below_hours_progress,
             t.below_progress,
             t.below_given_start,
             t.below_given_end,
             t.below_actual_start,
             t.below_actual_end,
             t.above_id,
             t.estimated_amount,
             t.actual_amount,
             t.rolled_estimated_amount,
             t.rolled_actual_amount,
             t.rolled_estimated_hours,
             t.rolled_actual_hours,
             t.rolled_progress,
             t.rolled_given_start,
             t.rolled_given_end,
             t.rolled_actual_start,
             t.rolled_actual_end
            FROM (upward u_1
              JOIN tasks t ON (((t.tenant_id = u_1.tenant_id) AND (t.id = u_1.parent_id))))
         )
  SELECT string_agg((( SELECT count(*) AS count
            FROM tasks s
           WHERE ((s.tenant_id = u.tenant_id) AND (s.above_id = u.above_id) AND (s.deleted_at IS NULL) AND (ROW(s."position", s.id) <= ROW(u."position", u.id)))))::text, '.'::text ORDER BY u.level) AS string_agg
    FROM upward u;
END;

CREATE OR REPLACE FUNCTION app.tell_administrators(what text, about_id uuid, about text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 INSERT INTO sign_in_letters (company_id, kind, recipient, language, about_id, about)  SELECT a.tenant_id,
             tell_administrators.what AS what,
             u.email,
             u.language,
             tell_administrators.about_id AS about_id,
             tell_administrators.about AS about
            FROM (app.administrators a
              JOIN users u ON (((u.tenant_id = a.tenant_id) AND (u.id = a.id))))
           WHERE ((a.tenant_id = app.tenant_id()) AND (u.email IS NOT NULL));
END;

CREATE OR REPLACE FUNCTION app.tell_deposits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update security_deposits d set instrument_no = coalesce(nullif(new.number, ''), d.instrument_no)
  where d.tenant_id = new.tenant_id and d.instrument_id = new.id and d.deleted_at is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.tenant_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid;

CREATE OR REPLACE FUNCTION app.time_zone()
 RETURNS text
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT COALESCE(( SELECT t.time_zone
            FROM tenants t
           WHERE (t.id = app.tenant_id())), 'Asia/Kolkata'::text) AS "coalesce";
END;

CREATE OR REPLACE FUNCTION app.today()
 RETURNS date
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT ((now() AT TIME ZONE app.time_zone()))::date AS timezone;
END;

CREATE OR REPLACE FUNCTION app.try_device(person uuid, digests bytea[])
 RETURNS bytea
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 UPDATE known_devices d SET failures = (d.failures + 1)
   WHERE ((d.tenant_id = app.tenant_id()) AND (d.user_id = try_device.person) AND (d.failures < 10) AND (d.digest = ( SELECT k.digest
            FROM known_devices k
           WHERE ((k.tenant_id = app.tenant_id()) AND (k.user_id = try_device.person) AND (k.digest = ANY (try_device.digests)) AND (k.failures < 10) AND (k.seen_at > (now() - '90 days'::interval)))
           ORDER BY k.seen_at DESC
          LIMIT 1)))
   RETURNING d.digest;
END;

CREATE OR REPLACE FUNCTION app.unlock_sign_in(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  whose text;
begin
  perform app.require_say_over(person);
  select u.username into whose from users u where u.tenant_id = app.tenant_id() and u.id = person and u.deleted_at is null;
  if not found then raise exception 'Not found' using errcode = 'PL404'; end if;
  delete from login_attempts where key = 'user ' || person;
  if not found then return; end if;
  perform app.note('UNLOCKED', 'users', person);
  if app.is_outsider() then perform app.tell_administrators('LET_IN', person, whose); end if;
end $function$;

CREATE OR REPLACE FUNCTION app.unshare_views()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from list_view_shares s where s.tenant_id = old.tenant_id and s.role_id = old.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.unverify_banks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  party uuid := case tg_table_name when 'parties' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'party_id' end;
begin
  -- An account that somebody verifies at this moment is verified, or waits for this.
  perform from parties p where p.tenant_id = new.tenant_id and p.id = party for no key update;
  update party_banks b set verified_at = null where b.tenant_id = new.tenant_id and b.party_id = party and b.deleted_at is null
    and b.verified_digest <> app.bank_digest(b);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.use_password_link(link uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  used password_links;
begin
  delete from password_links l where l.tenant_id = app.tenant_id() and l.id = link and l.expires_at > now() returning l.* into used;
  if not found then return null; end if;
  perform app.note('LINK_USED', 'users', used.user_id);
  if used.by_operator then
    perform app.tell_administrators('LINK_USED', used.user_id,
      (select u.username from users u where u.tenant_id = used.tenant_id and u.id = used.user_id));
  end if;
  return used.user_id;
end $function$;

CREATE OR REPLACE FUNCTION app.user_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.user_id'::text, true), ''::text))::uuid;

CREATE OR REPLACE FUNCTION app.was_awarded(status text, awarded_date date)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((awarded_date IS NOT NULL) OR (status <> ALL (ARRAY['DRAFT'::text, 'SUBMITTED'::text, 'REJECTED'::text, 'CANCELLED'::text])));

CREATE OR REPLACE FUNCTION app.weighted_progress(amount_progress numeric, amount numeric, amount_tasks integer, progress_with_amount numeric, hours_progress numeric, hours numeric, hours_tasks integer, progress_with_hours numeric, progress numeric, counted integer)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN round(CASE WHEN (counted = 0) THEN NULL::numeric WHEN (amount > (0)::numeric) THEN (((amount_progress * (amount_tasks)::numeric) + ((progress - progress_with_amount) * amount)) / (amount * (counted)::numeric)) WHEN (hours > (0)::numeric) THEN (((hours_progress * (hours_tasks)::numeric) + ((progress - progress_with_hours) * hours)) / (hours * (counted)::numeric)) ELSE (progress / (counted)::numeric) END, 4);

CREATE OR REPLACE FUNCTION app.words_to_mail()
 RETURNS TABLE(user_id uuid, word_id uuid)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT n.user_id,
     n.id
    FROM (((tenants t
      JOIN mail_starts s ON ((s.tenant_id = t.id)))
      JOIN notifications n ON (((n.tenant_id = t.id) AND n.at_once AND (n.told_on >= (app.today() - 1)) AND (n.created_at >= s.since) AND (n.state <> 'DONE'::text))))
      JOIN users u ON (((u.tenant_id = n.tenant_id) AND (u.id = n.user_id) AND u.is_active AND (u.deleted_at IS NULL) AND (u.email IS NOT NULL))))
   WHERE ((t.id = app.tenant_id()) AND (t.status = 'ACTIVE'::text) AND (t.deleted_at IS NULL) AND (NOT (EXISTS ( SELECT
            FROM mails m
           WHERE ((m.tenant_id = n.tenant_id) AND (m.user_id = n.user_id) AND (m.kind = 'AT_ONCE'::text) AND (n.id = ANY (m.word_ids)))))));
END;

CREATE OR REPLACE FUNCTION app.work_days(first date, last date)
 RETURNS TABLE(day date, before date, after date)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT d.day,
     d.before,
     d.after
    FROM app.act_days(work_days.first, work_days.last) d(day, before, after, bank_before, bank_after);
END;

CREATE OR REPLACE FUNCTION app.work_of_items(bill bills, stage text)
 RETURNS numeric
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (SELECT (COALESCE(sum(i.amount_upto), (0)::numeric) + COALESCE(round(((sum(i.amount_upto) FILTER (WHERE i.percentage_applies) * (((work_of_items.bill).input #>> '{terms,tenderPercentage}'::text[]))::numeric) / (100)::numeric), 2), (0)::numeric)) FROM bill_items i WHERE ((i.tenant_id = (work_of_items.bill).tenant_id) AND (i.bill_id = (work_of_items.bill).id) AND (i.stage = work_of_items.stage)));

CREATE OR REPLACE FUNCTION app.write_all_deadlines()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  type text;
begin
  foreach type in array app.deadline_types() loop
    execute format('select app.write_%s_deadlines(null)', lower(type));
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION app.write_changed_deadlines()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET lock_timeout TO '60s'
AS $function$
declare
  caller text := current_setting('app.tenant_id', true);
  lock_of_company int := hashtext('deadlines ' || new.company);
  sources text[];
  ids uuid[];
  type text;
  chosen uuid[];
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  -- An earlier change of the transaction has written all.
  if not exists (select from deadline_changes c where c.transaction = pg_current_xact_id() and c.company = new.company and c.id = new.id) then
    return null;
  end if;
  perform set_config('app.tenant_id', new.company::text, true);
  with taken as (delete from deadline_changes c where c.transaction = pg_current_xact_id() and c.company = new.company
    returning c.source, c.record_ids)
  select array_agg(one.source), array_agg(one.id) into sources, ids
  from (select distinct t.source, i.id from taken t cross join lateral unnest(t.record_ids) i (id)) one;

  if array_position(ids, null) is not null or sources && '{USER}' then
    perform pg_advisory_xact_lock(lock_of_company, 0);
  else
    perform pg_advisory_xact_lock_shared(lock_of_company, 0);
  end if;
  if sources && '{REQUEST}' then
    select sources || array_agg('DEPOSIT'::text), ids || array_agg(i.deposit_id) into sources, ids
    from unnest(sources, ids) c (source, id) join refund_request_items i on i.request_id = c.id where c.source = 'REQUEST';
  end if;
  if sources && '{CONTRACT,CONTRACT_TREE,DEPOSIT,EXEMPTION,PLAN}' then
    perform app.hold_for_deadlines(array(
      select case c.source when 'DEPOSIT' then (select d.contract_id from security_deposits d where d.id = c.id)
        when 'EXEMPTION' then (select e.contract_id from deposit_exemptions e where e.id = c.id)
        when 'PLAN' then (select p.contract_id from bg_plans p where p.id = c.id)
        else c.id end
      from unnest(sources, ids) c (source, id)
      where c.id is not null and c.source in ('CONTRACT', 'CONTRACT_TREE', 'DEPOSIT', 'EXEMPTION', 'PLAN')), 1);
  end if;
  -- Nobody else knows a new contract yet.
  sources := array_replace(sources, 'NEW_CONTRACT', 'CONTRACT');
  if sources && '{CONTRACT_TREE}' then
    with trees as materialized (select c.id from unnest(sources, ids) c (source, id) where c.source = 'CONTRACT_TREE'),
    parts (source, id) as (
      select 'CONTRACT', id from trees
      union all select 'DEPOSIT', d.id from trees join security_deposits d on d.contract_id = trees.id and d.deleted_at is null
      union all select 'INSTRUMENT', d.instrument_id from trees join security_deposits d on d.contract_id = trees.id and d.deleted_at is null
        and d.instrument_id is not null
      union all select 'EXEMPTION', e.id from trees join deposit_exemptions e on e.contract_id = trees.id and e.deleted_at is null
      union all select 'PLAN', p.id from trees join bg_plans p on p.contract_id = trees.id and p.deleted_at is null)
    select sources || array_agg(parts.source), ids || array_agg(parts.id) into sources, ids from parts;
  end if;
  if sources && '{INSTRUMENT}' then
    perform app.hold_for_deadlines(array(
      select c.id from unnest(sources, ids) c (source, id) where c.source = 'INSTRUMENT' and c.id is not null), 257);
  end if;
  if sources && '{USER}' then
    chosen := array(select c.id from unnest(sources, ids) c (source, id) where c.source = 'USER');
    update deadlines d set owner_id = app.first_active(d.owners)
    where d.owners && chosen and d.owner_id is distinct from app.first_active(d.owners);
    update deposit_states s set owner_id = app.first_active(s.owners)
    where s.owners && chosen and s.owner_id is distinct from app.first_active(s.owners);
  end if;
  if sources && '{DAY}' then
    with days as materialized (select * from app.days_near(array(select distinct d.due_on from deadlines d))),
    found as (
      select d.record_id, d.kind, app.act_by(d.kind, d.due_on, days.before, days.after, days.bank_before, days.bank_after) as act_by
      from deadlines d join days on days.day = d.due_on)
    update deadlines d set act_by = found.act_by from found
    where found.record_id = d.record_id and found.kind = d.kind and found.act_by <> d.act_by;
  end if;
  -- Deposits with a basis of their own go by no rule.
  perform app.write_deposit_deadlines(array(
    select d.id from security_deposits d where d.deleted_at is null and d.release_basis is null and d.purpose = purpose.name))
  from (select distinct substr(c.source, 9) as name from unnest(sources) c (source) where c.source like 'PURPOSE %') purpose;
  for type in select distinct c.source from unnest(sources) c (source) where c.source = any (app.deadline_types()) loop
    chosen := array(select distinct c.id from unnest(sources, ids) c (source, id) where c.source = type);
    if array_position(chosen, null) is not null then chosen := null; end if;
    execute format('select app.write_%s_deadlines($1)', lower(type)) using chosen;
  end loop;
  perform set_config('app.tenant_id', caller, true);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.write_contract_deadlines(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
    begin
      if ids is null then
        ids := array(select r.id from contracts r where r.deleted_at is null
          union select d.record_id from deadlines d where d.record_type = 'CONTRACT');
      end if;
      if cardinality(ids) > 200 then perform app.analyze_for_deadlines(); end if;
      with said as materialized (
        select said.* from unnest(ids) one (id)
        cross join lateral (select v.* from app.contract_deadlines v where v.tenant_id = app.tenant_id() and v.record_id = one.id offset 0) said),
      days as materialized (
        select * from app.days_near(array(select distinct said.due_on from said where app.acts_of(said.kind) <> 'same'))),
      found as materialized (
        select s.*, app.first_active(s.owners) as owner_id,
          app.act_by(s.kind, s.due_on, days.before, days.after, days.bank_before, days.bank_after) as act_by
        from said s left join days on days.day = s.due_on),
      gone as (
        delete from deadlines d where d.record_id = any (ids)
          and not exists (select from found f where f.record_id = d.record_id and f.kind = d.kind))
      insert into deadlines as d (record_id, kind, record_type, due_on, act_by, open_from, open_until, owners, owner_id)
      select f.record_id, f.kind, 'CONTRACT', f.due_on, f.act_by, f.open_from, f.open_until, f.owners, f.owner_id from found f
      on conflict (tenant_id, record_id, kind) do update set due_on = excluded.due_on, act_by = excluded.act_by,
        open_from = excluded.open_from, open_until = excluded.open_until, owners = excluded.owners, owner_id = excluded.owner_id
      where (d.due_on, d.act_by, d.open_from, d.open_until, d.owners, d.owner_id)
        is distinct from (excluded.due_on, excluded.act_by, excluded.open_from, excluded.open_until, excluded.owners, excluded.owner_id);
    end $function$;

CREATE OR REPLACE FUNCTION app.write_deadlines_of_deposit_states(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
    begin
      if ids is null then
        ids := array(select r.id from security_deposits r where r.deleted_at is null
          union select d.record_id from deadlines d where d.record_type = 'DEPOSIT');
      end if;
      if cardinality(ids) > 200 then perform app.analyze_for_deadlines(); end if;
      with said as materialized (
        select said.* from unnest(ids) one (id)
        cross join lateral (select v.* from app.deposit_deadlines v where v.tenant_id = app.tenant_id() and v.record_id = one.id offset 0) said),
      days as materialized (
        select * from app.days_near(array(select distinct said.due_on from said where app.acts_of(said.kind) <> 'same'))),
      found as materialized (
        select s.*, app.first_active(s.owners) as owner_id,
          app.act_by(s.kind, s.due_on, days.before, days.after, days.bank_before, days.bank_after) as act_by
        from said s left join days on days.day = s.due_on),
      gone as (
        delete from deadlines d where d.record_id = any (ids)
          and not exists (select from found f where f.record_id = d.record_id and f.kind = d.kind))
      insert into deadlines as d (record_id, kind, record_type, due_on, act_by, open_from, open_until, owners, owner_id)
      select f.record_id, f.kind, 'DEPOSIT', f.due_on, f.act_by, f.open_from, f.open_until, f.owners, f.owner_id from found f
      on conflict (tenant_id, record_id, kind) do update set due_on = excluded.due_on, act_by = excluded.act_by,
        open_from = excluded.open_from, open_until = excluded.open_until, owners = excluded.owners, owner_id = excluded.owner_id
      where (d.due_on, d.act_by, d.open_from, d.open_until, d.owners, d.owner_id)
        is distinct from (excluded.due_on, excluded.act_by, excluded.open_from, excluded.open_until, excluded.owners, excluded.owner_id);
    end $function$;

CREATE OR REPLACE FUNCTION app.write_deposit_deadlines(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform app.write_deposit_states(ids);
  perform app.write_deadlines_of_deposit_states(ids);
end $function$;

CREATE OR REPLACE FUNCTION app.write_deposit_states(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
begin
  if ids is null then
    ids := array(select d.id from security_deposits d where d.deleted_at is null union select s.deposit_id from deposit_states s);
  end if;
  if cardinality(ids) > 200 then perform app.analyze_for_deadlines(); end if;
  with found as materialized (
    select v.*, app.first_active(v.owners) as owner_id from unnest(ids) one (id)
    cross join lateral (select v.* from app.computed_deposit_states v where v.tenant_id = app.tenant_id() and v.deposit_id = one.id offset 0) v),
  gone as (
    -- Hashed, however few rows the planner expects; a join of its own choice may be quadratic.
    delete from deposit_states s where s.deposit_id = any (ids) and s.deposit_id not in (select f.deposit_id from found f))
  insert into deposit_states as s (deposit_id, contract_status, office_id, owners, owner_id, is_open, due_on, limitation_on, next_step, next_on,
    over_since, status_since)
  select f.deposit_id, f.contract_status, f.office_id, f.owners, f.owner_id, f.is_open, f.due_on, f.limitation_on, f.next_step, f.next_on,
    f.over_since, f.status_since
  from found f
  on conflict (tenant_id, deposit_id) do update set contract_status = excluded.contract_status, office_id = excluded.office_id,
    owners = excluded.owners, owner_id = excluded.owner_id, is_open = excluded.is_open, due_on = excluded.due_on, limitation_on = excluded.limitation_on, next_step = excluded.next_step,
    next_on = excluded.next_on, over_since = excluded.over_since, status_since = excluded.status_since
  where s is distinct from excluded;
end $function$;

CREATE OR REPLACE FUNCTION app.write_document_deadlines(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
    begin
      if ids is null then
        ids := array(select r.id from documents r where r.deleted_at is null
          union select d.record_id from deadlines d where d.record_type = 'DOCUMENT');
      end if;
      if cardinality(ids) > 200 then perform app.analyze_for_deadlines(); end if;
      with said as materialized (
        select said.* from unnest(ids) one (id)
        cross join lateral (select v.* from app.document_deadlines v where v.tenant_id = app.tenant_id() and v.record_id = one.id offset 0) said),
      days as materialized (
        select * from app.days_near(array(select distinct said.due_on from said where app.acts_of(said.kind) <> 'same'))),
      found as materialized (
        select s.*, app.first_active(s.owners) as owner_id,
          app.act_by(s.kind, s.due_on, days.before, days.after, days.bank_before, days.bank_after) as act_by
        from said s left join days on days.day = s.due_on),
      gone as (
        delete from deadlines d where d.record_id = any (ids)
          and not exists (select from found f where f.record_id = d.record_id and f.kind = d.kind))
      insert into deadlines as d (record_id, kind, record_type, due_on, act_by, open_from, open_until, owners, owner_id)
      select f.record_id, f.kind, 'DOCUMENT', f.due_on, f.act_by, f.open_from, f.open_until, f.owners, f.owner_id from found f
      on conflict (tenant_id, record_id, kind) do update set due_on = excluded.due_on, act_by = excluded.act_by,
        open_from = excluded.open_from, open_until = excluded.open_until, owners = excluded.owners, owner_id = excluded.owner_id
      where (d.due_on, d.act_by, d.open_from, d.open_until, d.owners, d.owner_id)
        is distinct from (excluded.due_on, excluded.act_by, excluded.open_from, excluded.open_until, excluded.owners, excluded.owner_id);
    end $function$;

CREATE OR REPLACE FUNCTION app.write_exemption_deadlines(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
    begin
      if ids is null then
        ids := array(select r.id from deposit_exemptions r where r.deleted_at is null
          union select d.record_id from deadlines d where d.record_type = 'EXEMPTION');
      end if;
      if cardinality(ids) > 200 then perform app.analyze_for_deadlines(); end if;
      with said as materialized (
        select said.* from unnest(ids) one (id)
        cross join lateral (select v.* from app.exemption_deadlines v where v.tenant_id = app.tenant_id() and v.record_id = one.id offset 0) said),
      days as materialized (
        select * from app.days_near(array(select distinct said.due_on from said where app.acts_of(said.kind) <> 'same'))),
      found as materialized (
        select s.*, app.first_active(s.owners) as owner_id,
          app.act_by(s.kind, s.due_on, days.before, days.after, days.bank_before, days.bank_after) as act_by
        from said s left join days on days.day = s.due_on),
      gone as (
        delete from deadlines d where d.record_id = any (ids)
          and not exists (select from found f where f.record_id = d.record_id and f.kind = d.kind))
      insert into deadlines as d (record_id, kind, record_type, due_on, act_by, open_from, open_until, owners, owner_id)
      select f.record_id, f.kind, 'EXEMPTION', f.due_on, f.act_by, f.open_from, f.open_until, f.owners, f.owner_id from found f
      on conflict (tenant_id, record_id, kind) do update set due_on = excluded.due_on, act_by = excluded.act_by,
        open_from = excluded.open_from, open_until = excluded.open_until, owners = excluded.owners, owner_id = excluded.owner_id
      where (d.due_on, d.act_by, d.open_from, d.open_until, d.owners, d.owner_id)
        is distinct from (excluded.due_on, excluded.act_by, excluded.open_from, excluded.open_until, excluded.owners, excluded.owner_id);
    end $function$;

CREATE OR REPLACE FUNCTION app.write_facility_deadlines(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
    begin
      if ids is null then
        ids := array(select r.id from bank_facilities r where r.deleted_at is null
          union select d.record_id from deadlines d where d.record_type = 'FACILITY');
      end if;
      if cardinality(ids) > 200 then perform app.analyze_for_deadlines(); end if;
      with said as materialized (
        select said.* from unnest(ids) one (id)
        cross join lateral (select v.* from app.facility_deadlines v where v.tenant_id = app.tenant_id() and v.record_id = one.id offset 0) said),
      days as materialized (
        select * from app.days_near(array(select distinct said.due_on from said where app.acts_of(said.kind) <> 'same'))),
      found as materialized (
        select s.*, app.first_active(s.owners) as owner_id,
          app.act_by(s.kind, s.due_on, days.before, days.after, days.bank_before, days.bank_after) as act_by
        from said s left join days on days.day = s.due_on),
      gone as (
        delete from deadlines d where d.record_id = any (ids)
          and not exists (select from found f where f.record_id = d.record_id and f.kind = d.kind))
      insert into deadlines as d (record_id, kind, record_type, due_on, act_by, open_from, open_until, owners, owner_id)
      select f.record_id, f.kind, 'FACILITY', f.due_on, f.act_by, f.open_from, f.open_until, f.owners, f.owner_id from found f
      on conflict (tenant_id, record_id, kind) do update set due_on = excluded.due_on, act_by = excluded.act_by,
        open_from = excluded.open_from, open_until = excluded.open_until, owners = excluded.owners, owner_id = excluded.owner_id
      where (d.due_on, d.act_by, d.open_from, d.open_until, d.owners, d.owner_id)
        is distinct from (excluded.due_on, excluded.act_by, excluded.open_from, excluded.open_until, excluded.owners, excluded.owner_id);
    end $function$;

CREATE OR REPLACE FUNCTION app.write_general_task_deadlines(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
    begin
      if ids is null then
        ids := array(select r.id from general_tasks r where r.deleted_at is null
          union select d.record_id from deadlines d where d.record_type = 'GENERAL_TASK');
      end if;
      if cardinality(ids) > 200 then perform app.analyze_for_deadlines(); end if;
      with said as materialized (
        select said.* from unnest(ids) one (id)
        cross join lateral (select v.* from app.general_task_deadlines v where v.tenant_id = app.tenant_id() and v.record_id = one.id offset 0) said),
      days as materialized (
        select * from app.days_near(array(select distinct said.due_on from said where app.acts_of(said.kind) <> 'same'))),
      found as materialized (
        select s.*, app.first_active(s.owners) as owner_id,
          app.act_by(s.kind, s.due_on, days.before, days.after, days.bank_before, days.bank_after) as act_by
        from said s left join days on days.day = s.due_on),
      gone as (
        delete from deadlines d where d.record_id = any (ids)
          and not exists (select from found f where f.record_id = d.record_id and f.kind = d.kind))
      insert into deadlines as d (record_id, kind, record_type, due_on, act_by, open_from, open_until, owners, owner_id)
      select f.record_id, f.kind, 'GENERAL_TASK', f.due_on, f.act_by, f.open_from, f.open_until, f.owners, f.owner_id from found f
      on conflict (tenant_id, record_id, kind) do update set due_on = excluded.due_on, act_by = excluded.act_by,
        open_from = excluded.open_from, open_until = excluded.open_until, owners = excluded.owners, owner_id = excluded.owner_id
      where (d.due_on, d.act_by, d.open_from, d.open_until, d.owners, d.owner_id)
        is distinct from (excluded.due_on, excluded.act_by, excluded.open_from, excluded.open_until, excluded.owners, excluded.owner_id);
    end $function$;

CREATE OR REPLACE FUNCTION app.write_instrument_deadlines(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
    begin
      if ids is null then
        ids := array(select r.id from instruments r where r.deleted_at is null
          union select d.record_id from deadlines d where d.record_type = 'INSTRUMENT');
      end if;
      if cardinality(ids) > 200 then perform app.analyze_for_deadlines(); end if;
      with said as materialized (
        select said.* from unnest(ids) one (id)
        cross join lateral (select v.* from app.instrument_deadlines v where v.tenant_id = app.tenant_id() and v.record_id = one.id offset 0) said),
      days as materialized (
        select * from app.days_near(array(select distinct said.due_on from said where app.acts_of(said.kind) <> 'same'))),
      found as materialized (
        select s.*, app.first_active(s.owners) as owner_id,
          app.act_by(s.kind, s.due_on, days.before, days.after, days.bank_before, days.bank_after) as act_by
        from said s left join days on days.day = s.due_on),
      gone as (
        delete from deadlines d where d.record_id = any (ids)
          and not exists (select from found f where f.record_id = d.record_id and f.kind = d.kind))
      insert into deadlines as d (record_id, kind, record_type, due_on, act_by, open_from, open_until, owners, owner_id)
      select f.record_id, f.kind, 'INSTRUMENT', f.due_on, f.act_by, f.open_from, f.open_until, f.owners, f.owner_id from found f
      on conflict (tenant_id, record_id, kind) do update set due_on = excluded.due_on, act_by = excluded.act_by,
        open_from = excluded.open_from, open_until = excluded.open_until, owners = excluded.owners, owner_id = excluded.owner_id
      where (d.due_on, d.act_by, d.open_from, d.open_until, d.owners, d.owner_id)
        is distinct from (excluded.due_on, excluded.act_by, excluded.open_from, excluded.open_until, excluded.owners, excluded.owner_id);
    end $function$;

CREATE OR REPLACE FUNCTION app.write_plan_deadlines(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
    begin
      if ids is null then
        ids := array(select r.id from bg_plans r where r.deleted_at is null
          union select d.record_id from deadlines d where d.record_type = 'PLAN');
      end if;
      if cardinality(ids) > 200 then perform app.analyze_for_deadlines(); end if;
      with said as materialized (
        select said.* from unnest(ids) one (id)
        cross join lateral (select v.* from app.plan_deadlines v where v.tenant_id = app.tenant_id() and v.record_id = one.id offset 0) said),
      days as materialized (
        select * from app.days_near(array(select distinct said.due_on from said where app.acts_of(said.kind) <> 'same'))),
      found as materialized (
        select s.*, app.first_active(s.owners) as owner_id,
          app.act_by(s.kind, s.due_on, days.before, days.after, days.bank_before, days.bank_after) as act_by
        from said s left join days on days.day = s.due_on),
      gone as (
        delete from deadlines d where d.record_id = any (ids)
          and not exists (select from found f where f.record_id = d.record_id and f.kind = d.kind))
      insert into deadlines as d (record_id, kind, record_type, due_on, act_by, open_from, open_until, owners, owner_id)
      select f.record_id, f.kind, 'PLAN', f.due_on, f.act_by, f.open_from, f.open_until, f.owners, f.owner_id from found f
      on conflict (tenant_id, record_id, kind) do update set due_on = excluded.due_on, act_by = excluded.act_by,
        open_from = excluded.open_from, open_until = excluded.open_until, owners = excluded.owners, owner_id = excluded.owner_id
      where (d.due_on, d.act_by, d.open_from, d.open_until, d.owners, d.owner_id)
        is distinct from (excluded.due_on, excluded.act_by, excluded.open_from, excluded.open_until, excluded.owners, excluded.owner_id);
    end $function$;

CREATE OR REPLACE FUNCTION app.write_project_deadlines(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
    begin
      if ids is null then
        ids := array(select r.id from projects r where r.deleted_at is null
          union select d.record_id from deadlines d where d.record_type = 'PROJECT');
      end if;
      if cardinality(ids) > 200 then perform app.analyze_for_deadlines(); end if;
      with said as materialized (
        select said.* from unnest(ids) one (id)
        cross join lateral (select v.* from app.project_deadlines v where v.tenant_id = app.tenant_id() and v.record_id = one.id offset 0) said),
      days as materialized (
        select * from app.days_near(array(select distinct said.due_on from said where app.acts_of(said.kind) <> 'same'))),
      found as materialized (
        select s.*, app.first_active(s.owners) as owner_id,
          app.act_by(s.kind, s.due_on, days.before, days.after, days.bank_before, days.bank_after) as act_by
        from said s left join days on days.day = s.due_on),
      gone as (
        delete from deadlines d where d.record_id = any (ids)
          and not exists (select from found f where f.record_id = d.record_id and f.kind = d.kind))
      insert into deadlines as d (record_id, kind, record_type, due_on, act_by, open_from, open_until, owners, owner_id)
      select f.record_id, f.kind, 'PROJECT', f.due_on, f.act_by, f.open_from, f.open_until, f.owners, f.owner_id from found f
      on conflict (tenant_id, record_id, kind) do update set due_on = excluded.due_on, act_by = excluded.act_by,
        open_from = excluded.open_from, open_until = excluded.open_until, owners = excluded.owners, owner_id = excluded.owner_id
      where (d.due_on, d.act_by, d.open_from, d.open_until, d.owners, d.owner_id)
        is distinct from (excluded.due_on, excluded.act_by, excluded.open_from, excluded.open_until, excluded.owners, excluded.owner_id);
    end $function$;

CREATE OR REPLACE FUNCTION app.write_task_deadlines(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
    begin
      if ids is null then
        ids := array(select r.id from tasks r where r.deleted_at is null
          union select d.record_id from deadlines d where d.record_type = 'TASK');
      end if;
      if cardinality(ids) > 200 then perform app.analyze_for_deadlines(); end if;
      with said as materialized (
        select said.* from unnest(ids) one (id)
        cross join lateral (select v.* from app.task_deadlines v where v.tenant_id = app.tenant_id() and v.record_id = one.id offset 0) said),
      days as materialized (
        select * from app.days_near(array(select distinct said.due_on from said where app.acts_of(said.kind) <> 'same'))),
      found as materialized (
        select s.*, app.first_active(s.owners) as owner_id,
          app.act_by(s.kind, s.due_on, days.before, days.after, days.bank_before, days.bank_after) as act_by
        from said s left join days on days.day = s.due_on),
      gone as (
        delete from deadlines d where d.record_id = any (ids)
          and not exists (select from found f where f.record_id = d.record_id and f.kind = d.kind))
      insert into deadlines as d (record_id, kind, record_type, due_on, act_by, open_from, open_until, owners, owner_id)
      select f.record_id, f.kind, 'TASK', f.due_on, f.act_by, f.open_from, f.open_until, f.owners, f.owner_id from found f
      on conflict (tenant_id, record_id, kind) do update set due_on = excluded.due_on, act_by = excluded.act_by,
        open_from = excluded.open_from, open_until = excluded.open_until, owners = excluded.owners, owner_id = excluded.owner_id
      where (d.due_on, d.act_by, d.open_from, d.open_until, d.owners, d.owner_id)
        is distinct from (excluded.due_on, excluded.act_by, excluded.open_from, excluded.open_until, excluded.owners, excluded.owner_id);
    end $function$;
