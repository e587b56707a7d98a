import { limits } from '@vitrine/contract/limits';
import {
  CategoryScale,
  Chart,
  type ChartOptions,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';
import { useEffect, useState } from 'react';
import { Line } from 'react-chartjs-2';
import { money } from '../../lib/format.ts';
import { watchScheme } from '../look/look.ts';
import { shortMoney } from './dashboard-texts.ts';

Chart.register(CategoryScale, Filler, LinearScale, LineController, LineElement, PointElement, Tooltip);

/** The theme's colours for the canvas. Chart.js reads no OKLCH, so each colour is drawn once and read back as RGB. */
function readColours() {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => {
    if (!context) return '#888888';
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = style.getPropertyValue(name).trim();
    context.fillRect(0, 0, 1, 1);
    const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
    return `rgb(${r}, ${g}, ${b})`;
  };
  return {
    line: read('--accent-text'),
    grid: read('--line'),
    muted: read('--muted'),
    ground: read('--raised'),
    overlay: read('--overlay'),
    text: read('--text'),
  };
}

/** Reads the colours again when the panel changes between dark and light. */
function useColours() {
  const [colours, setColours] = useState(readColours);
  useEffect(() => {
    const follow = () => setColours(readColours());
    // The system may have changed while the chart was loaded.
    follow();
    return watchScheme(follow);
  }, []);
  return colours;
}

interface MoneyChartProps {
  /** What it shows, for people who cannot see it. */
  caption: string;
  labels: readonly string[];
  /** Reais; null is a gap. */
  values: readonly (number | null)[];
  /** A second, dashed line: the same parts of the period before. */
  former?: { label: string; values: readonly number[] };
  /** The rows of a table with the same figures; absent if the page has a table of its own. */
  table?: readonly number[];
}

/** Money over time, in reais, as a line. */
export function MoneyChart({ caption, labels, values, former, table }: MoneyChartProps) {
  const colours = useColours();
  const font = { family: 'Inter Variable, system-ui, sans-serif', size: 12 };
  const options: ChartOptions<'line'> = {
    responsive: true,
    maintainAspectRatio: false,
    // Without animation: Chart.js ignores a change of width during one, and the page would stay too wide.
    animation: false,
    interaction: { mode: 'index', intersect: false },
    scales: {
      x: {
        grid: { display: false },
        border: { color: colours.grid },
        ticks: { color: colours.muted, font, maxRotation: 0, autoSkipPadding: 12 },
      },
      y: {
        beginAtZero: true,
        border: { display: false },
        grid: { color: colours.grid },
        ticks: { color: colours.muted, font, maxTicksLimit: 5, callback: (value) => shortMoney(Number(value)) },
      },
    },
    plugins: {
      tooltip: {
        displayColors: false,
        backgroundColor: colours.overlay,
        borderColor: colours.grid,
        borderWidth: 1,
        titleColor: colours.muted,
        bodyColor: colours.text,
        titleFont: font,
        bodyFont: { ...font, size: 14, weight: 600 },
        padding: 10,
        cornerRadius: 10,
        callbacks: {
          label: ({ dataset, parsed }) => (former ? `${dataset.label}: ${money(parsed.y ?? 0)}` : money(parsed.y ?? 0)),
        },
      },
    },
  };
  // Many points would be a row of dots.
  const radius = labels.length > 62 ? 0 : 3;
  const data = {
    labels: [...labels],
    datasets: [
      {
        label: 'Receita',
        data: [...values],
        tension: limits.chartTension,
        // A curve between two sums must not fall below both.
        cubicInterpolationMode: 'monotone' as const,
        borderColor: colours.line,
        borderWidth: 2,
        backgroundColor: colours.line.replace('rgb(', 'rgba(').replace(')', ', 0.12)'),
        fill: true,
        pointRadius: radius,
        pointHoverRadius: 5,
        pointBackgroundColor: colours.line,
        pointHoverBackgroundColor: colours.line,
        pointBorderColor: colours.ground,
        pointHoverBorderColor: colours.ground,
      },
      ...(former
        ? [
            {
              label: former.label,
              data: [...former.values],
              tension: limits.chartTension,
              cubicInterpolationMode: 'monotone' as const,
              borderColor: colours.muted,
              borderWidth: 1.5,
              borderDash: [4, 4],
              pointRadius: 0,
              pointHoverRadius: 4,
              pointHoverBackgroundColor: colours.muted,
              pointHoverBorderColor: colours.ground,
            },
          ]
        : []),
    ],
  };
  return (
    <div className="relative h-full min-w-0">
      <Line aria-hidden="true" role="presentation" options={options} data={data} />
      {table ? (
        <table className="sr-only">
          <caption>{caption}</caption>
          <tbody>
            {table.map((value, part) => (
              <tr key={labels[part]}>
                <th scope="row">{labels[part]}</th>
                <td>{money(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </div>
  );
}
