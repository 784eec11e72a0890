import { type Deposit, depositLabels } from '@plinth/api/deposits/deposits'
import { useWatch } from 'react-hook-form'
import { t } from '../../lib/language.ts'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { isBack } from './deposit-standing.ts'

const { DayField } = fieldsOf(depositLabels)

/** The day on which a deposit came back, asked for once its status says that it has. */
export function ReturnedOn() {
  const [status, day] = useWatch<Deposit, ['status', 'depositeReturnedDate']>({
    name: ['status', 'depositeReturnedDate'],
  })
  const isAsked = isBack({ status }) && !day
  return <DayField name="depositeReturnedDate" {...(isAsked && { description: t('On which day did it come back?') })} />
}
