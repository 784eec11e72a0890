-- What the letters of a company say, and the letters that ask for deposits as they were sent.

create table letter_templates (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('REFUND_REQUEST', 'FOLLOW_UP', 'RELEASE_GUARANTEE')),
  language text not null default 'en' check (language in ('en', 'hi')),
  name text not null check (length(name) between 1 and 200),
  -- Each with the names of what is filled in, in braces.
  subject text not null check (length(subject) between 1 and 500),
  body text not null check (length(body) between 1 and 10000),
  enclosures text check (length(enclosures) <= 2000),
  -- The one that is taken where none is named.
  is_default boolean not null default false,
  primary key (tenant_id, id)
);
call app.keep_stamps('letter_templates');
call app.protect('letter_templates');
call app.keep_audit('letter_templates');
create unique index "409 isDefault Another letter became the standard just now" on letter_templates
  (tenant_id, kind, language) where is_default and deleted_at is null;

-- The letters that a company starts with; it changes them to its own words.
create function app.add_starting_letters() returns void language sql as $letters$
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
$letters$;
grant execute on function app.add_starting_letters to plinth_app;
do $$
declare
  company uuid;
begin
  for company in select id from tenants loop
    perform set_config('app.tenant_id', company::text, true);
    perform app.add_starting_letters();
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;

alter table refund_requests
  add column enclosures text check (length(enclosures) <= 2000),
  -- The letter as it was sent: a document of the request, and all that stands in it, of which a Word document is made.
  add column document_id uuid,
  add column letter jsonb,
  add constraint "400 sentOn must not be before letterOn" check (sent_on >= letter_on);
call app.keep_audit('refund_requests', dull => '{letter}');

-- Of a deposit whose status was changed by sending the letter, the row of its history that says so: withdrawing the letter takes
-- back that change, and no other.
alter table refund_request_items add column status_change_id uuid;
call app.keep_audit('refund_request_items', dull => '{status_change_id}');

alter table documents
  add column refund_request_id uuid,
  drop constraint documents_entity_type_check,
  add constraint documents_entity_type_check
    check (entity_type in ('CONTRACT', 'PROJECT', 'TASK', 'REFUND_REQUEST', 'VEHICLE', 'VEHICLE_INSURANCE', 'PAYMENT')),
  drop constraint documents_check,
  add constraint documents_check check ((contract_id is not null) = (entity_type = 'CONTRACT')
    and (project_id is not null) = (entity_type = 'PROJECT') and (task_id is not null) = (entity_type = 'TASK')
    and (refund_request_id is not null) = (entity_type = 'REFUND_REQUEST')),
  alter column entity_id set expression as (coalesce(contract_id, project_id, task_id, refund_request_id, tenant_id));
call app.reference('documents', 'refund_request_id', 'refund_requests', 'document');
drop trigger b_unchanging on documents;
create trigger b_unchanging before update of entity_type, contract_id, project_id, task_id, refund_request_id, file_type, size, sha256
  on documents for each row execute function app.refuse_other_document();
call app.keep_audit('documents', dull => '{is_erased,has_pictures}');

-- A letter is kept when it is sent, once, and stays.
create function app.keep_sent_letter() returns trigger language plpgsql as $$
begin
  if old.state <> 'DRAFT' or new.letter is null or not exists (select from documents d where d.tenant_id = new.tenant_id and d.id = new.document_id
    and d.refund_request_id = new.id and d.deleted_at is null)
  then
    raise exception 'a letter is a document of its own request, and stays that';
  end if;
  return new;
end $$;
create trigger b_letter before update of document_id, letter on refund_requests for each row
  when ((old.document_id, old.letter) is distinct from (new.document_id, new.letter)) execute function app.keep_sent_letter();

create function app.refuse_delete_of_letter() returns trigger language plpgsql as $$
begin
  if exists (select from refund_requests r
    where r.tenant_id = old.tenant_id and r.id = old.refund_request_id and r.document_id = old.id)
  then
    raise exception 'This is the letter as it was sent: it stays.' using errcode = 'PL409';
  end if;
  return new;
end $$;
create trigger b_sent_letter before update of deleted_at on documents for each row
  when (old.refund_request_id is not null and old.deleted_at is null and new.deleted_at is not null)
  execute function app.refuse_delete_of_letter();
