import type { ComponentProps } from 'react'
import { t } from '../../lib/language.ts'
import { ReasonForm } from '../../ui/form/ReasonForm.tsx'

type Props = Pick<ComponentProps<typeof ReasonForm>, 'onGive' | 'onType' | 'takesFocus' | 'children'>

/** Asks for the reason of a rejection, which is required. */
export const RejectionForm = (props: Props) => (
  <ReasonForm
    label={t('Rejection reason')}
    description={t('What has to be mended before the next review')}
    missing={t('Rejection reason is required')}
    minRows={3}
    maxLength={2000}
    {...props}
  />
)
