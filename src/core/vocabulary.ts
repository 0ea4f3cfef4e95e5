/** The exact words of the document. Schemas, validation, the seed and the payloads are made from these lists. */

export const levels = ['disabled', 'participating', 'watch', 'global', 'mention', 'custom'] as const;
export type Level = (typeof levels)[number];

/** The e-mail events that every scope has, in the document's order. */
export const commonSwitches = [
  'new_note',
  'new_issue',
  'reopen_issue',
  'close_issue',
  'reassign_issue',
  'issue_due',
  'new_merge_request',
  'push_to_merge_request',
  'reopen_merge_request',
  'close_merge_request',
  'reassign_merge_request',
  'merge_merge_request',
  'failed_pipeline',
  'fixed_pipeline',
  'success_pipeline',
  'moved_project',
] as const;

/** Epics belong to groups: the global setting takes the switch, groups take and show it, projects do not know it. */
export const epicSwitch = 'new_epic';

export type Switch = (typeof commonSwitches)[number] | typeof epicSwitch;

export const scopes = ['global', 'group', 'project'] as const;
export type SettingScope = (typeof scopes)[number];

/** The switches that a scope takes. */
export const switchesOf: Readonly<Record<SettingScope, readonly Switch[]>> = {
  global: [...commonSwitches, epicSwitch],
  group: [...commonSwitches, epicSwitch],
  project: commonSwitches,
};

export const actions = [
  'approved',
  'created',
  'updated',
  'closed',
  'reopened',
  'pushed',
  'commented',
  'merged',
  'joined',
  'left',
  'destroyed',
  'expired',
] as const;
export type Action = (typeof actions)[number];

/** The filter's word for a target type, and the answer's. */
export const targetTypes = {
  issue: 'Issue',
  milestone: 'Milestone',
  merge_request: 'MergeRequest',
  note: 'Note',
  project: 'Project',
  snippet: 'Snippet',
  user: 'User',
} as const;
export type TargetType = keyof typeof targetTypes;

export const visibilities = ['private', 'internal', 'public'] as const;
export type Visibility = (typeof visibilities)[number];

export const userStates = ['active', 'blocked'] as const;
export type UserState = (typeof userStates)[number];

export const pushActions = ['pushed', 'created', 'removed'] as const;
export type PushAction = (typeof pushActions)[number];

/** Actions on these targets are told as `opened`. */
const openable: readonly string[] = [
  targetTypes.issue,
  targetTypes.merge_request,
  targetTypes.milestone,
  targetTypes.snippet,
];

const pushNames: Readonly<Record<PushAction, string>> = {
  pushed: 'pushed to',
  created: 'pushed new',
  removed: 'deleted',
};

const actionNames: Readonly<Partial<Record<Action, string>>> = {
  commented: 'commented on',
  merged: 'accepted',
  expired: 'removed due to membership expiration from',
};

/** How answers name an action; the facts on events, section 3. */
export function toActionName(action: Action, targetType: string | null, push: PushAction): string {
  if (action === 'pushed') return pushNames[push];
  const opens = action === 'created' || action === 'reopened';
  if (opens && targetType !== null && openable.includes(targetType)) return 'opened';
  return actionNames[action] ?? action;
}

/** All that `toActionName` gives, for the schema. */
export const actionNamesInAnswers: readonly string[] = [
  ...new Set([...Object.values(pushNames), 'opened', ...actions.map((action) => toActionName(action, null, 'pushed'))]),
];
