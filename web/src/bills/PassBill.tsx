import { Button, Skeleton } from '@mantine/core'
import type { BillInput } from '@plinth/api/bill-engine/bill'
import { billInputOf } from '@plinth/api/bill-input'
import { type Bill, createBill, getBill, passBill } from '@plinth/api/bills'
import { memorandumLabels } from '@plinth/api/memorandum-input'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { today } from '../lib/days.ts'
import { rupees, rupeesInText } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { denied, useAllowed } from '../lib/useAllowed.ts'
import { useRecord } from '../lib/useRecord.ts'
import { FieldGroup } from '../ui/FieldGroup.tsx'
import { fieldsOf } from '../ui/fields-of.tsx'
import { RecordForm } from '../ui/RecordForm.tsx'
import { Screen } from '../ui/Screen.tsx'
import classes from './Bills.module.css'
import { BillWarnings } from './BillWarnings.tsx'
import { checkMemorandum, isNothing, type TypedMemorandum } from './bill-typed.ts'
import { billName, billPath, listPath } from './bill-words.ts'
import { PassedAmounts } from './PassedAmounts.tsx'

const { TextField, MoneyField, DayField } = fieldsOf(memorandumLabels)

const texts = { saved: t('The memorandum is entered, and the bill is passed'), failed: t('The bill was not passed.') }

/** The memorandum of payment is typed, as far as it differs, until its net is what its heads come to. */
export function PassBill() {
  const may = useAllowed([getBill, passBill])
  const stored = useRecord(getBill, { enabled: may === true })
  const bill = stored.data
  const input = useMemo(() => bill?.terms && billInputOf(bill, bill.terms, bill.previous), [bill])
  return (
    <Screen
      title={t('Memorandum of payment')}
      context={bill ? billName(bill) : ' '}
      source={may === false ? { ...stored, error: denied } : stored}
      failure={t('Failed to fetch bill')}
    >
      {bill && bill.status !== 'SUBMITTED' && <Navigate to={billPath(bill)} replace />}
      {bill && input ? <Typing key={bill.id} bill={bill} input={input} /> : <Skeleton height={480} />}
    </Screen>
  )
}

type Typed = { [K in keyof TypedMemorandum]?: TypedMemorandum[K] | undefined }

const typedOf = ({ workUpto = null, replaced = [], net = null }: Typed): TypedMemorandum => ({
  workUpto,
  replaced,
  net,
})

/** What the memorandum comes to as it is typed. */
function useChecked(input: BillInput) {
  const [workUpto, replaced, net] = useWatch<Typed, ['workUpto', 'replaced', 'net']>({
    name: ['workUpto', 'replaced', 'net'],
  })
  return useMemo(() => checkMemorandum(input, typedOf({ workUpto, replaced, net })), [input, workUpto, replaced, net])
}

function Typing(opened: { bill: Bill; input: BillInput }) {
  // As it was when the page was opened: nothing that is typed is lost when it is fetched again.
  const [{ bill, input }] = useState(opened)
  const navigate = useNavigate()
  const next = { label: t('Enter the next bill'), to: `${listPath}/create`, search: { agreement: bill.agreementId } }
  return (
    <RecordForm
      title={t('Memorandum of payment')}
      load={getBill}
      write={passBill}
      initial={{ memoNo: null, passedOn: today(), workUpto: null, replaced: [], net: null }}
      listPath={billPath(bill)}
      toBody={(values) => ({
        ...values,
        inputDigest: bill.inputDigest,
        replaced: checkMemorandum(input, typedOf(values))?.replaced ?? [],
      })}
      lead={() => navigate({ to: billPath(bill) })}
      offers={() => (bill.kind === 'FINAL' ? [] : [{ ...next, call: createBill }])}
      texts={texts}
      bar={({ isSubmitting }) => <PassBar input={input} isSubmitting={isSubmitting} />}
    >
      <FieldGroup title={t('The memorandum')}>
        <TextField name="memoNo" required />
        <DayField name="passedOn" required />
        <MoneyField
          name="workUpto"
          placeholder={rupees(bill.workUpto).replace('₹', '')}
          description={t('Only where work was cut: {amount} is claimed', { amount: rupees(bill.workUpto) })}
        />
      </FieldGroup>
      <Heads bill={bill} input={input} />
    </RecordForm>
  )
}

/** Every head with the amount that counts, a box for the memorandum's where that differs, and the net that it says. */
function Heads({ bill, input }: { bill: Bill; input: BillInput }) {
  const checked = useChecked(input)
  const { difference, passed } = checked ?? {}
  const amount = rupeesInText(Number(difference ?? 0))
  return (
    <FieldGroup title={t('Its amounts')}>
      {passed && <BillWarnings bill={passed} />}
      <PassedAmounts bill={bill} checked={checked} />
      <MoneyField
        name="net"
        description={
          passed
            ? t('As the memorandum says it; its heads come to {amount}', {
                amount: rupeesInText(Number(passed.net.since)),
              })
            : t('As the memorandum says it')
        }
        check={() =>
          difference != null && !isNothing(difference)
            ? t('Net of the memorandum differs by {amount} from what its heads come to', { amount })
            : undefined
        }
        required
      />
    </FieldGroup>
  )
}

/** The difference, always in view; as long as there is one the bill is not passed. */
function PassBar({ input, isSubmitting }: { input: BillInput; isSubmitting: boolean }) {
  const { difference, passed } = useChecked(input) ?? {}
  return (
    <>
      <div className={classes['check']} role="status">
        {passed && (
          <span>
            {t('Heads come to')} <b>{rupees(Number(passed.net.since))}</b>
          </span>
        )}
        {difference == null ? (
          <span>{t('Type the net of the memorandum')}</span>
        ) : (
          <span data-agrees={isNothing(difference)}>
            {t('Difference')} <b>{rupees(Number(difference))}</b>
          </span>
        )}
      </div>
      <Button type="submit" loading={isSubmitting}>
        {t('Pass')}
      </Button>
    </>
  )
}
