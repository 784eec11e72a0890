import { isBack } from '@plinth/api/deposits/deposit-standing'
import { type Deposit, depositLabels } from '@plinth/api/deposits/deposits'
import { useWatch } from 'react-hook-form'
import { t } from '../../lib/language.ts'
import { fieldsOf } from '../../ui/form/fields-of.tsx'

const { DayField } = fieldsOf(depositLabels)

/** The day of return. The field asks for it when the status says that the deposit is back. */
export function ReturnedOn() {
  const [status, day] = useWatch<Deposit, ['status', 'depositeReturnedDate']>({
    name: ['status', 'depositeReturnedDate'],
  })
  const isDayMissing = isBack({ status }) && !day
  return (
    <DayField name="depositeReturnedDate" {...(isDayMissing && { description: t('On which day did it come back?') })} />
  )
}
