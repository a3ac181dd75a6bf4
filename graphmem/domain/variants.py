"""Letters that are often written for one another: simplified and traditional hanzi, hiragana and katakana.

Owns a loose form that suggests names and never links them: 渡辺 and 渡邊 may be two families.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from graphmem.domain.letters import CharacterMap

_HANZI: Final = (
    "伟偉 国國 张張 陈陳 刘劉 杨楊 赵趙 吴吳 孙孫 马馬 黄黃 萧蕭 许許 邓鄧 韩韓 冯馮 苏蘇 卢盧 叶葉 钟鐘 "
    "钱錢 谢謝 罗羅 郑鄭 贾賈 顾顧 龙龍 万萬 汤湯 邹鄒 陆陸 范範 谭譚 贺賀 龚龔 严嚴 莲蓮 兰蘭 华華 丽麗 "
    "凤鳳 红紅 军軍 东東 强強 刚剛 义義 庆慶 云雲 玛瑪 纪紀 维維 纲綱 缘緣 罢罷 艺藝 节節 苍蒼 荣榮 萤螢 "
    "蓝藍 见見 观觀 规規 视視 觉覺 语語 说說 诗詩 诚誠 请請 诸諸 谦謙 贝貝 贡貢 财財 责責 贤賢 贵貴 费費 "
    "资資 赖賴 车車 轩軒 转轉 轮輪 软軟 辉輝 边邊 达達 运運 进進 远遠 连連 选選 递遞 郁鬱 乡鄉 里裡 针針 "
    "钢鋼 铁鐵 铜銅 银銀 锋鋒 锦錦 镇鎮 长長 门門 问問 间間 闻聞 阳陽 阴陰 际際 难難 雾霧 静靜 韵韻 页頁 "
    "项項 顺順 预預 颜顏 风風 飞飛 饭飯 馆館 骏駿 鱼魚 鲁魯 鸟鳥 鸣鳴 鸿鴻 鹏鵬 鹤鶴 麦麥 齐齊 医醫 卫衛 "
    "历歷 县縣 双雙 变變 号號 后後 员員 响響 团團 园園 图圖 圣聖 坚堅 墙牆 声聲 处處 备備 复復 头頭 奋奮 "
    "妇婦 学學 宁寧 宝寶 实實 宠寵 审審 宽寬 对對 寻尋 导導 寿壽 将將 尔爾 尘塵 层層 岛島 岁歲 币幣 师師 "
    "带帶 帮幫 并並 广廣 庄莊 库庫 应應 废廢 开開 异異 弹彈 归歸 当當 录錄 彻徹 怀懷 态態 总總 恋戀 惊驚 "
    "戏戲 战戰 户戶 护護 报報 担擔 拥擁 挥揮 损損 换換 据據 断斷 无無 旧舊 时時 显顯 晓曉 术術 机機 杂雜 "
    "权權 条條 来來 构構 枪槍 标標 树樹 样樣 桥橋 检檢 楼樓 欢歡 欧歐 毕畢 气氣 汇匯 汉漢 泽澤 洁潔 济濟 "
    "测測 涛濤 温溫 渔漁 湾灣 满滿 灵靈 灯燈 点點 热熱 爱愛 独獨 环環 现現 电電 画畫 疗療 监監 盘盤 码碼 "
    "础礎 确確 礼禮 离離 种種 积積 称稱 竞競 笔筆 签簽 简簡 类類 粮糧 级級 线線 练練 组組 细細 终終 经經 "
    "结結 给給 络絡 统統 绩績 续續 绿綠 编編 网網 聪聰 职職 联聯 胜勝 脑腦 脚腳 药藥 获獲 虑慮 虽雖 补補 "
    "装裝 览覽 计計 认認 让讓 训訓 议議 讯訊 记記 讲講 论論 设設 访訪 证證 评評 译譯 试試 话話 该該 详詳 "
    "误誤 课課 调調 谈談 谊誼 谱譜 负負 货貨 质質 购購 贸貿 赏賞 赛賽 跃躍 踪蹤 载載 较較 输輸 辑輯 辞辭 "
    "迁遷 过過 还還 这這 适適 逻邏 邮郵 释釋 钥鑰 链鏈 销銷 锁鎖 错錯 键鍵 队隊 险險 随隨 隐隱 须須 顶頂 "
    "顿頓 频頻 题題 额額 养養 饮飲 驱驅 验驗 驻駐 鲜鮮 鸡雞 黑黒 齿齒 辺邊 邉邊 斉齊 斎齋 高髙 崎﨑 沢澤 "
    "滝瀧 桜櫻 栄榮 広廣 関關 浜濱 桧檜 竜龍 亀龜 徳德 恵惠 真眞 実實 塩鹽 黒黑 糸絲 緑綠 聡聰 芦蘆 蔵藏 "
    "豊豐 鉄鐵 鶏鷄 会會 体體 円圓 写寫 区區 図圖 売賣 変變 対對 専專 弁辯 戦戰 払拂 抜拔 拡擴 挙擧 揺搖 "
    "検檢 歩步 歳歲 気氣 満滿 発發 県縣 経經 継繼 総總 縁緣 聴聽 芸藝 薬藥 覚覺 観觀 訳譯 読讀 転轉 軽輕 "
    "遅遲 郷鄉 酔醉 釈釋 銭錢 録錄 雑雜 霊靈 顔顏 駅驛 駆驅 験驗 髪髮 吉𠮷 柳栁 島嶋 峰峯 渕淵 嶽岳 富冨 "
    "館舘 恒恆 潟泻 曽曾 桑桒"
)
"""Pairs in which the first is written for the second; our own choice of those common in names and titles."""

_HIRAGANA: Final = range(0x3041, 0x3097)
_TO_KATAKANA: Final = 0x60
_LONG_VOWEL: Final = "ー"
_ARABIC: Final = {"ة": "ه", "ؤ": "و", "ئ": "ي"}


def _written_for() -> dict[str, str]:
    table = {pair[0]: pair[1] for pair in _HANZI.split(" ")}
    return {first: table.get(second, second) for first, second in table.items()}


_WRITTEN_FOR: Final = _written_for() | _ARABIC


def _loose(char: str) -> str:
    if (other := _WRITTEN_FOR.get(char)) is not None:
        return other
    if ord(char) in _HIRAGANA:
        return chr(ord(char) + _TO_KATAKANA)
    return "" if char == _LONG_VOWEL else char


_LOOSE: Final = CharacterMap(_loose)


def loose(squashed: str) -> str:
    """A squashed name with one letter for all that are written for one another."""
    return squashed if squashed.isascii() else squashed.translate(_LOOSE) or squashed


def strokes(text: str) -> str:
    """The text with Hangul taken apart into letters, so that one edit is one letter and not a syllable."""
    return text if text.isascii() else unicodedata.normalize("NFD", text)
