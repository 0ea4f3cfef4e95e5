/**
 * The names, hosts and routes by which GitLab's API is told from those of others, whether a request is read in source or
 * was sent.
 */

/** Whose API a request is for: rewritten, listed as possible, or left in peace. */
export type Service = 'gitlab' | 'unknown' | 'other';

/** Hosts that speak GitLab's v3 and have no v4, letter for letter the same but for the name. */
const clones =
  /\bgit\.woa\.com|\bgit\.code\.oa\.com|\bgit\.(?:code\.)?tencent\.com|\bcode(?:up)?\.aliyun\.com|\bcode\.alibaba-inc\.com|\bcodehub\b.*\bhuawei|\bgitee\.com|\bgit\.oschina\.net/i;

/** Addresses of services that have an `/api/v3` of their own: what stands around them may speak of GitLab all the same. */
const foreignHosts =
  /\/\/(?:(?:www\.)?(?:strava|wrike|financialmodelingprep)\.com|api(?:-sandbox)?\.coinbase\.com|api(?:-futures)?\.kucoin\.com|futures\.kraken\.com|(?:api|app)\.codacy\.com|api\.clickup\.com|api\.track\.toggl\.com|projectsapi\.zoho\.\w+|sdpondemand\.manageengine\.com)[:/]|\/ghost\/api\//i;

/** Variables of GitLab CI say where code runs, not whom it calls. */
export const gitlab =
  /git[-_ ]?lab(?![-_.]?ci\b)|\bgl-got\b|private[-_]token|(?<![a-z\d])gl[-_](?:url|host|token|api|base)/i;

/** Services that speak an `/api/v3` of their own, and those whose clients stand beside GitLab's. */
const others =
  /git[-_ ]?hub|octokit|octokat|octonode|(?<![a-z\d])ghe(?:[-_]?(?:url|host|token|api)|(?![a-z\d]))|(?<![a-z\d])gh[-_](?:url|host|token|api)|open[-_ ]?project|binance|mexc(?!e(?:ed|l|pt)|hange|lud)|read[-_ ]?the[-_ ]?docs|(?<![a-z\d])rtd(?![a-z\d])|airbrake|errbit|(?<!re|se|fa)qtest|teamwork|codebeamer|huawei|habitica|(?<![a-z\d])carto(?![a-z\d])|ansible|galaxy|gitea|gogs|bitbucket|\bjira\b|redmine|sonarqube|jenkins|circleci|travis|zendesk|pagerduty|discourse|rocket\.?chat|mattermost|x-mbx-apikey|git\.woa\.com|codehub|code\.aliyun|gitee|oschina|(?<![a-z\d])tgit(?![a-z\d])|clubhouse|virustotal|\bpulp\b|fieldwire|app\.shortcut|coingecko|artifactory|freshdesk|freshservice|open[-_]?edx|overseerr|authorization: token\b/i;

/** Their capitals tell them from arrays: `jsonArray`, `validArr`, `__spreadArray`. */
const collectors =
  /(?:[Ss]on|[Rr]ad|[Ll]id|[Ww]hisp|[Rr]ead|[Pp]rowl)arr(?!ay)|(?:SON|RAD|LID|WHISP|READ|PROWL)ARR(?!AY)/;

/** Routes that GitLab never had under `/api/v3`. */
export const foreignRoutes =
  /^\/?(?:user\/(?:repos|orgs|starred|following|followers|subscriptions)|users\/[^/]+\/(?:repos|orgs|starred|gists)|repos|orgs|gists|search|enterprise|notifications|work_packages|statuses|series|movie|queue|calendar|command|system|episode|ticker|order|account|klines|depth|rootfolder|qualityprofile|tag|simple|coins|ping|tickets|monitors|rest\/(?:api|agile)|app\/rest)(?:\/|$)|\/(?:work_packages|notices|deploys|memberships|categories)(?:\/|$)/;

/** Words of a path that decide alone, whatever the host. */
export const onlyGitLab = /merge_requests?\b|\/repository\/|gitlab_ci|deploy_keys|award_emoji|build_succeeds/;

/** Whether a base is another service's, whatever is said around it. */
export function isForeignBase(base: string): boolean {
  return clones.test(base) || foreignHosts.test(base);
}

/** Whether a base has the host, with its port if the host names one. */
export function hostMatches(base: string, host: string): boolean {
  return (
    base
      .toLowerCase()
      .replace(/^[a-z]+:\/\//, '')
      .split('/')[0]
      ?.replace(/^.*@/, '')
      .replace(host.includes(':') ? '' : /:\d+$/, '') === host.toLowerCase()
  );
}

/** Whose the names are, if they speak for one side only. */
export function weigh(evidence: readonly string[]): Service {
  const positive = evidence.some((text) => gitlab.test(text));
  const negative = evidence.some((text) => namesOther(text.replaceAll(/gitlab[-_]?(?:to|2)[-_]?github/gi, '')));
  return positive === negative ? 'unknown' : positive ? 'gitlab' : 'other';
}

function namesOther(text: string): boolean {
  return others.test(text) || collectors.test(text);
}
