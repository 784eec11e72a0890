import type { RefundRequest } from '@plinth/api/deposits/refund-requests'
import { counted, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { officeText } from '../../tenders/offices/useOffices.ts'
import { RecordHead } from '../../ui/record/RecordHead.tsx'
import { RequestActs } from './RequestActs.tsx'
import { RequestBadge } from './RequestBadge.tsx'

/** The head of a request: office, state, amounts and buttons. */
export function RequestHead({ request }: { request: RefundRequest }) {
  const { department, officeName, state, amount, openAmount, depositCount, daysSinceSent } = request
  const waits = daysSinceSent !== null && {
    due: {
      text:
        daysSinceSent > 0 ? t('{days} since it was sent', { days: counted(daysSinceSent, 'day') }) : t('sent today'),
      isLate: false,
    },
  }
  return (
    <RecordHead
      number={officeText({ department: department ?? '', officeName: officeName ?? '' })}
      status={<RequestBadge state={state} />}
      {...waits}
      figures={[
        {
          label: t('Asked for'),
          value: rupees(amount),
          note: t('of {deposits}', { deposits: counted(depositCount, 'deposit') }),
        },
        { label: t('Still open'), value: rupees(openAmount) },
      ]}
      next={<RequestActs request={request} />}
    />
  )
}
