import * as api from '@plinth/api/works/site-changes'
import type { Routes } from '../../kernel/http/route.ts'
import { hour, type Slice } from '../../slice.ts'
import * as siteChanges from './site-changes.queries.ts'

function siteChangeRoutes({ stagedRoute }: Routes) {
  stagedRoute(
    api.sendSiteChanges,
    () => null,
    ({ body }, context) => siteChanges.apply(context, body.changes),
  )
}

export const siteChangeSlice: Slice = {
  routes: siteChangeRoutes,
  sweeps: ({ door }) => [{ name: 'site_changes', interval: hour, sweep: (round) => siteChanges.sweep(door, round) }],
}
