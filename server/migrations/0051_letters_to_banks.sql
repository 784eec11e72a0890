-- Letters to the banks and insurers that gave a guarantee, and the letterhead of a company that its letters are put into.

alter table letter_templates drop constraint letter_templates_kind_check, add constraint letter_templates_kind_check
  check (kind in ('REFUND_REQUEST', 'FOLLOW_UP', 'RELEASE_GUARANTEE', 'EXTENSION_TO_BANK', 'DISCHARGE_TO_BANK'));

alter function app.add_starting_letters rename to add_letters_to_offices;

create function app.add_letters_to_banks() returns void language sql as $letters$
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
$letters$;
grant execute on function app.add_letters_to_banks to plinth_app;

create function app.add_starting_letters() returns void language sql as $$
  select app.add_letters_to_offices();
  select app.add_letters_to_banks();
$$;
grant execute on function app.add_starting_letters to plinth_app;

do $$
declare
  company uuid;
begin
  for company in select id from tenants loop
    perform set_config('app.tenant_id', company::text, true);
    perform app.add_letters_to_banks();
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;

-- A Word file with {letter} where letters go: one of a company. Taken away, it leaves no bytes behind.
create table letterheads (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  file_name text check (length(file_name) between 1 and 255),
  content bytea check (octet_length(content) between 1 and 2097152),
  primary key (tenant_id, id),
  check ((file_name is null) = (content is null))
);
call app.keep_stamps('letterheads');
call app.protect('letterheads');
call app.keep_audit('letterheads', secrets => '{content}');
create unique index letterheads_one on letterheads (tenant_id);

-- From the third letter on one is mostly written to the office above the one that deposits lie with.
alter table refund_requests add column to_parent boolean not null default false;
call app.keep_audit('refund_requests', dull => '{letter}');

create function app.keep_addressee() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state <> 'DRAFT' and new.to_parent <> old.to_parent then
    raise exception 'It was sent: what it says is not changed. Withdraw it, or write another one.' using errcode = 'PL409';
  end if;
  if new.to_parent and not exists (select from offices o where o.tenant_id = new.tenant_id and o.id = new.office_id and o.parent_id is not null) then
    raise check_violation using message = 'parent', constraint = '400 toParent There is no office above this one';
  end if;
  return new;
end $$;
create trigger b_addressee before insert or update of office_id, to_parent on refund_requests for each row execute function app.keep_addressee();
