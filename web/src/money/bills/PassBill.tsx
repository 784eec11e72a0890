import { Button, Skeleton } from '@mantine/core'
import type { BillInput } from '@plinth/api/money/bill-engine/bill'
import { type BillItem, listBillItems } from '@plinth/api/money/bill-items'
import { type Bill, createBill, getBill, passBill } from '@plinth/api/money/bills'
import { memorandumLabels } from '@plinth/api/money/memorandum-input'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { today } from '../../lib/days.ts'
import { rupees, rupeesInText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { denied, useAllowed } from '../../lib/useAllowed.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { FieldGroup } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import classes from './Bills.module.css'
import { BillWarnings } from './BillWarnings.tsx'
import { checkMemorandum, isNothing, type TypedMemorandum } from './bill-typed.ts'
import { billName, billPath, listPath } from './bill-words.ts'
import { cutsToSend } from './item-cuts.ts'
import { PassedAmounts } from './PassedAmounts.tsx'
import { type OpenedBill, passingInput } from './passing-input.ts'

// A bill with typed work has none.
const PassItems = lazyPart(() => import('./PassItems.tsx'), 'PassItems', {
  waiting: <Skeleton height={320} data-wide />,
})

const ShowNewBill = lazyPart(() => import('./ShowNewBill.tsx'), 'ShowNewBill')

const { TextField, MoneyField, DayField } = fieldsOf(memorandumLabels)

const texts = { saved: t('The memorandum is entered, and the bill is passed'), failed: t('The bill was not passed.') }

const noItems: readonly BillItem[] = []

/** The user types the differing parts of the memorandum of payment until its net equals the sum of its heads. */
export function PassBill() {
  const may = useAllowed([getBill, passBill])
  const stored = useRecord(getBill, { enabled: may === true })
  const bill = stored.data
  const abstract = useRecord(listBillItems, { enabled: bill?.workSource === 'ITEMS' })
  const items = bill?.workSource === 'TYPED' ? noItems : abstract.data
  const input = useMemo(() => bill && items && passingInput(bill, items), [bill, items])
  return (
    <Screen
      title={t('Memorandum of payment')}
      context={bill ? billName(bill) : ' '}
      source={may === false ? { ...stored, error: denied } : abstract.error ? abstract : stored}
      failure={t('Failed to fetch bill')}
    >
      {bill && bill.status !== 'SUBMITTED' && <Navigate to={billPath(bill)} replace />}
      {bill && items && input ? (
        <Typing key={bill.id} bill={bill} items={items} input={input} />
      ) : (
        <Skeleton height={480} />
      )}
    </Screen>
  )
}

type Typed = { [K in keyof TypedMemorandum]?: TypedMemorandum[K] | undefined }

const typedOf = ({ workUpto = null, cuts = [], replaced = [], net = null }: Typed): TypedMemorandum => ({
  workUpto,
  cuts,
  replaced,
  net,
})

/** The result of the memorandum as typed. */
function useChecked(input: BillInput) {
  const [workUpto, cuts, replaced, net] = useWatch<Typed, ['workUpto', 'cuts', 'replaced', 'net']>({
    name: ['workUpto', 'cuts', 'replaced', 'net'],
  })
  return useMemo(
    () => checkMemorandum(input, typedOf({ workUpto, cuts, replaced, net })),
    [input, workUpto, cuts, replaced, net],
  )
}

function Typing(opened: OpenedBill) {
  // Keeps the bill as it was when the page was opened, until the user asks for the new one, so that a refetch loses no typed value.
  const [seen, setSeen] = useState(opened)
  const { bill, items, input } = seen
  // The form keeps its first `toBody`, so that function reads the present bill from a ref.
  const sent = useRef(seen)
  useEffect(() => {
    sent.current = seen
  }, [seen])
  const navigate = useNavigate()
  const next = { label: t('Enter the next bill'), to: `${listPath}/create`, search: { agreement: bill.agreementId } }
  return (
    <RecordForm
      title={t('Memorandum of payment')}
      load={getBill}
      write={passBill}
      initial={{ memoNo: null, passedOn: today(), workUpto: null, cuts: [], replaced: [], net: null }}
      listPath={billPath(bill)}
      toBody={(values) => ({
        ...values,
        inputDigest: sent.current.bill.inputDigest,
        cuts: cutsToSend(typedOf(values).cuts ?? []),
        replaced: checkMemorandum(sent.current.input, typedOf(values))?.replaced ?? [],
      })}
      lead={() => navigate({ to: billPath(bill) })}
      offers={() => (bill.kind === 'FINAL' ? [] : [{ ...next, call: createBill }])}
      texts={texts}
      staleOffer={(taken) => (
        <ShowNewBill
          bill={bill}
          onNew={(found) => {
            setSeen(found)
            taken()
          }}
        />
      )}
      bar={({ isSubmitting }) => <PassBar input={input} isSubmitting={isSubmitting} />}
    >
      <FieldGroup title={t('The memorandum')}>
        <TextField name="memoNo" required />
        <DayField name="passedOn" required />
        {bill.workSource === 'TYPED' && (
          <MoneyField
            name="workUpto"
            placeholder={rupees(bill.workUpto).replace('₹', '')}
            description={t('Only where work was cut: {amount} is claimed', { amount: rupees(bill.workUpto) })}
          />
        )}
      </FieldGroup>
      {bill.workSource === 'ITEMS' && <Items bill={bill} items={items} input={input} />}
      <Heads bill={bill} input={input} />
    </RecordForm>
  )
}

/** The items with their cuts, for a bill by items. */
function Items({ bill, items, input }: { bill: Bill; items: readonly BillItem[]; input: BillInput }) {
  const checked = useChecked(input)
  return (
    <FieldGroup title={t('Its items')}>
      <PassItems bill={bill} items={items} checked={checked} />
    </FieldGroup>
  )
}

/** The heads with their amounts, inputs for differing amounts of the memorandum, and the input for its net. */
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

/** The difference, always in view; the bill cannot be passed while there is one. */
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
