import { Alert } from '@mantine/core'
import type { DocumentEntity } from '@plinth/api/documents/documents'
import { getGuaranteeHeadroom } from '@plinth/api/guarantees/guarantee-headroom'
import { id } from '@plinth/api/kernel/fields'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../lib/language.ts'
import { useUser } from '../../lib/session.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { RecordDocuments, UploadPage } from './DocumentList.tsx'
import { type Place, useRights } from './useDocuments.ts'

interface PageProps {
  title: string
  place: Place
  context?: ReactNode
  /** Buttons and links beside the title. */
  actions?: ReactNode
  children: ReactNode
}

/** A page of documents, for users who may view them. */
export function DocumentPage({ title, place, context, actions, children }: PageProps) {
  const may = useRights(place.entityType)
  if (!may('canView')) return <Navigate to="/unauthorized" replace />
  const isWhole = id.safeParse(place.entityId).success
  return (
    <Screen key={place.entityId} title={title} context={isWhole && context} actions={actions}>
      {isWhole ? children : <Alert color="red">{t('Missing required parameters')}</Alert>}
    </Screen>
  )
}

/** Vehicles, policies and payments have no records yet: their documents belong to the company. */
function useCompany(entityType: DocumentEntity) {
  const user = useUser()
  const place: Place = { entityType, entityId: user?.tenantId ?? '' }
  return { place, context: user?.tenantName }
}

export function VehicleDocuments() {
  const company = useCompany('VEHICLE')
  return (
    <DocumentPage title={t('Vehicles')} {...company}>
      <RecordSection title={t('Documents')}>
        <RecordDocuments place={company.place} />
      </RecordSection>
    </DocumentPage>
  )
}

export function InsuranceDocuments() {
  const company = useCompany('VEHICLE_INSURANCE')
  return (
    <DocumentPage title={t('Vehicle insurance')} {...company}>
      <UploadPage
        place={company.place}
        service="common"
        form={{ none: t('Please choose a file.'), failed: t('Upload failed. Please try again.') }}
      />
    </DocumentPage>
  )
}

/** Permission for the lists of this module; naming it here keeps their scripts out of this page. */
const payments = { allow: { module: 'Payments', can: 'canView' } } as const

export function PaymentDocuments() {
  const company = useCompany('PAYMENT')
  return (
    <DocumentPage
      title={t('Payments')}
      {...company}
      actions={
        <>
          <LinkButton variant="default" to="/payments/bills" call={payments}>
            {t('Bills')}
          </LinkButton>
          <LinkButton variant="default" to="/payments/agreements" call={payments}>
            {t('Agreements')}
          </LinkButton>
          <LinkButton variant="default" to="/payments/parties" call={payments}>
            {t('Parties')}
          </LinkButton>
          <LinkButton variant="default" to="/payments/guarantees" call={getGuaranteeHeadroom}>
            {t('Guarantee planner')}
          </LinkButton>
        </>
      }
    >
      <UploadPage
        place={company.place}
        service="common"
        form={{
          none: t('Please select one or more files.'),
          failed: t('Upload failed. See console for details.'),
          done: (count) => t('Uploaded {count} file(s) successfully.', { count }),
        }}
        // oxlint-disable-next-line no-console -- the page says that the details are there
        onFault={(error) => console.error(error)}
      />
    </DocumentPage>
  )
}
